// Parses and formats colors of workflow files: `#rrggbb`, or `rgba(…)` with alpha.

interface Color {
  /** `#rrggbb`. */
  readonly hex: string;
  /** 0 to 1. */
  readonly alpha: number;
}

const pair = (text: string): number => Number.parseInt(text, 16);
const hexOf = (value: number): string =>
  Math.round(Math.min(255, Math.max(0, value)))
    .toString(16)
    .padStart(2, '0');

/** Parses `#rgb`, `#rrggbb`, `#rrggbbaa`, `rgb(…)` and `rgba(…)`; returns undefined for other texts. */
export function readColor(text: unknown): Color | undefined {
  if (typeof text !== 'string') return undefined;
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(text.trim());
  if (short !== null)
    return {
      hex: `#${short
        .slice(1)
        .map((digit) => digit + digit)
        .join('')
        .toLowerCase()}`,
      alpha: 1,
    };
  const long = /^#([\da-f]{6})([\da-f]{2})?$/i.exec(text.trim());
  if (long !== null) return { hex: `#${(long[1] as string).toLowerCase()}`, alpha: long[2] === undefined ? 1 : pair(long[2]) / 255 };
  const parts = /^rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)(?:[\s,/]+([\d.]+)(%?))?\s*\)$/i.exec(text.trim());
  if (parts === null) return undefined;
  const alpha = parts[4] === undefined ? 1 : Number(parts[4]) / (parts[5] === '%' ? 100 : 1);
  return {
    hex: `#${parts
      .slice(1, 4)
      .map((part) => hexOf(Number(part)))
      .join('')}`,
    alpha: Math.min(1, alpha),
  };
}

/** Formats a color as `rgba(r, g, b, a)` if alpha is enabled, else as `#rrggbb`. */
export function colorText({ hex, alpha }: Color, hasAlpha: boolean): string {
  if (!hasAlpha) return hex;
  const [red, green, blue] = [1, 3, 5].map((at) => pair(hex.slice(at, at + 2)));
  return `rgba(${red}, ${green}, ${blue}, ${Math.round(alpha * 100) / 100})`;
}
