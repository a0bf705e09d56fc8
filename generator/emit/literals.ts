// Literals of whole numbers, and the types that hold them.

export const TWO_TO_32 = 2 ** 32;

/** An unsigned integer literal, 64 bits wide only where it must be. */
export const unsignedLiteral = (value: number): string => (value < TWO_TO_32 ? `${value}u` : `${BigInt(value)}ull`);

/** The type of offsets inside one transform. */
export const offsetType = (wide: boolean): string => (wide ? "std::size_t" : "unsigned");
