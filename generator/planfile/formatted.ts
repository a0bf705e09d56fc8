// Formats plan files as the project's own files are. Prettier is loaded when there is something to format: most commands write no plan.
export const planFileFormat = { parser: "typescript", printWidth: 120 } as const;

export const formatted = async (text: string): Promise<string> =>
  (await import("prettier")).format(text, planFileFormat);
