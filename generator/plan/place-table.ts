/** Places by number: entry i is where number i is. */
export interface PlaceTable {
  readonly name: string;
  readonly places: readonly number[];
}
