type Rgb = readonly [number, number, number];

const parse = (color: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as never;
const format = (rgb: Rgb): string => `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;

/** Returns the relative luminance of a color (WCAG 2.2). */
function luminanceOf(color: string): number {
  const [red, green, blue] = parse(color).map((value) => {
    const share = value / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of two colors (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const minContrast = 4.5;

/** Mixes a color with `towards`, in steps of 5 %, until text of this color is readable on the background. */
export function readableOn(background: string, color: string, towards: string): string {
  const from = parse(color);
  const to = parse(towards);
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = format(from.map((value, index) => value + ((to[index] ?? 0) - value) * share) as unknown as Rgb);
    if (contrastOf(mixed, background) >= minContrast) return mixed;
  }
  return towards;
}
