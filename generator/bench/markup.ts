// Text for SVG and HTML: escaped strings, and the few shapes of a chart. Coordinates are pixels from the top left; the classes in
// the templates define the style.

/** Any text, escaped for a place between tags or in an attribute. */
export const escapeMarkup = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** At most one decimal: a tenth of a pixel is not visible. */
const pixels = (value: number): string => String(Math.round(value * 10) / 10);

/** `content` is markup already: the result of `escapeMarkup`, or of `tspan`. */
export const label = (x: number, y: number, classes: string, content: string): string =>
  `<text x="${pixels(x)}" y="${pixels(y)}" class="${classes}">${content}</text>`;

export const tspan = (classes: string, text: string): string =>
  `<tspan class="${classes}">${escapeMarkup(text)}</tspan>`;

export const line = (x1: number, y1: number, x2: number, y2: number, classes: string): string =>
  `<line x1="${pixels(x1)}" y1="${pixels(y1)}" x2="${pixels(x2)}" y2="${pixels(y2)}" class="${classes}"/>`;

/** A line through the points; a single point is a dot if the line's ends are round. */
export const polyline = (points: readonly (readonly [x: number, y: number])[], classes: string): string => {
  const [first, ...more] = points.map(([x, y]) => `${pixels(x)} ${pixels(y)}`);
  return `<path d="M${first}${more.length === 0 ? "h0" : more.map((point) => `L${point}`).join("")}" class="${classes}"/>`;
};

/** Many dots as one path of round line ends, with the line width of the class as diameter. */
export const dots = (points: readonly (readonly [x: number, y: number])[], classes: string): string =>
  `<path d="${points.map(([x, y]) => `M${pixels(x)} ${pixels(y)}h0`).join("")}" class="${classes}"/>`;

/** A bar from one x to another, in either order. */
export const bar = (x1: number, x2: number, top: number, height: number, classes: string): string =>
  `<rect x="${pixels(Math.min(x1, x2))}" y="${pixels(top)}" width="${pixels(Math.abs(x2 - x1))}" height="${pixels(height)}" class="${classes}"/>`;

export const dot = (x: number, y: number, radius: number, classes: string): string =>
  `<circle cx="${pixels(x)}" cy="${pixels(y)}" r="${pixels(radius)}" class="${classes}"/>`;

export const diamond = (x: number, y: number, radius: number, classes: string): string =>
  `<path d="M${pixels(x)} ${pixels(y - radius)}l${pixels(radius)} ${pixels(radius)}l${pixels(-radius)} ${pixels(radius)}l${pixels(-radius)} ${pixels(-radius)}z" class="${classes}"/>`;

/** `2^20` with a raised exponent: `2²⁰`. */
export const raisedExponents = (text: string): string =>
  text.replaceAll(/\^(\d+)/g, (_, digits: string) =>
    Array.from(digits, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join(""),
  );
