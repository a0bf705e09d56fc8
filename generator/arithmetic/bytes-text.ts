// Sizes of memory for people: `2.12 KiB`.

const digits = (value: number): string => Number(value.toPrecision(3)).toString();

/** As makers of memory count: `68.7 GB`. */
export const gigabytesText = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

export const bytesText = (bytes: number): string =>
  bytes >= 2 ** 30
    ? `${digits(bytes / 2 ** 30)} GiB`
    : bytes >= 2 ** 20
      ? `${digits(bytes / 2 ** 20)} MiB`
      : bytes >= 1024
        ? `${digits(bytes / 1024)} KiB`
        : `${bytes} B`;
