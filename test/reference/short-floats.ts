// Numbers of 16 bits by the definition of their formats: IEEE half precision, and bfloat16 as the upper half of a float. All of
// them in a table: the nearest one is looked for, not computed.

export type ShortStorage = "f16" | "bf16";
export const SHORT_STORAGES: readonly ShortStorage[] = ["f16", "bf16"];

const view = new DataView(new ArrayBuffer(4));

/** What 16 bits mean. */
export function shortValue(bits: number, storage: ShortStorage): number {
  if (storage === "bf16") {
    view.setUint16(0, bits);
    view.setUint16(2, 0);
    return view.getFloat32(0);
  }
  const sign = bits >= 0x8000 ? -1 : 1;
  const exponent = Math.floor(bits / 1024) % 32;
  const fraction = bits % 1024;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
}

/** Bits of the largest finite number: those of positive numbers are in their order. */
export const LARGEST_BITS: Readonly<Record<ShortStorage, number>> = { f16: 0x7bff, bf16: 0x7f7f };

/** The bits of the nearest finite number, that with even bits if there are two. */
export function nearestShortBits(value: number, storage: ShortStorage): number {
  const size = Math.abs(value);
  let [low, high] = [0, LARGEST_BITS[storage]];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (shortValue(middle, storage) <= size) low = middle;
    else high = middle - 1;
  }
  const above = Math.min(low + 1, LARGEST_BITS[storage]);
  const [down, up] = [size - shortValue(low, storage), shortValue(above, storage) - size];
  const nearest = up < down || (up === down && low % 2 === 1) ? above : low;
  return nearest + (value < 0 && nearest > 0 ? 0x8000 : 0);
}

export const nearestShort = (value: number, storage: ShortStorage): number =>
  shortValue(nearestShortBits(value, storage), storage);
