// An illegal candidate is a value with a reason, never an exception: a search meets thousands of them.

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

export const success = <T>(value: T): Result<T> => ({ ok: true, value });

export const failure = (reason: string): { readonly ok: false; readonly reason: string } => ({ ok: false, reason });
