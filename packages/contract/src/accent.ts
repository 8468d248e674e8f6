/** The tones that the accent color has in one color scheme. Their names are those of the design tokens. */
export type AccentTones = { primary: string; primaryStrong: string; primarySoft: string; onPrimary: string };

type Scheme = 'light' | 'dark';
/** A color in OKLCH: lightness and chroma as fractions, hue in radians. Equal steps look equal. */
type Oklch = { lightness: number; chroma: number; hue: number };

/** The contrast that WCAG 2.2 AA requires of text. */
export const minContrast = 4.5;

/** The grounds of each scheme that carry the accent color as text, and the ink on them. They are the tokens of `app.css`. */
export const schemeColors = {
  light: { paper: '#fbf8f2', surface: '#ffffff', sunk: '#f3eee4', line: '#e2dacb', ink: '#1f2b26' },
  dark: { paper: '#111916', surface: '#18231f', sunk: '#0d1411', line: '#2b3933', ink: '#e9efea' },
} as const;

/** The tones that ship with the application. They are the tokens of `app.css`. */
export const shippedTones: Record<Scheme, AccentTones> = {
  light: { primary: '#2b6b5a', primaryStrong: '#225748', primarySoft: '#e6efe9', onPrimary: '#ffffff' },
  dark: { primary: '#7fcbb1', primaryStrong: '#98d8c2', primarySoft: '#1f332c', onPrimary: '#0c1f18' },
};

/** The color of text on the accent color. */
const onPrimary: Record<Scheme, string> = { light: '#ffffff', dark: '#0c1f18' };

/** The shades that are used beside the accent color. Their contrast with gray text is tested. */
const softTones = { light: { lightness: 0.945, maxChroma: 0.018 }, dark: { lightness: 0.3, maxChroma: 0.03 } } as const;

/** In the dark scheme, a color that only just passes looks dull. */
const minDarkLightness = 0.74;

const toLinear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
const toGamma = (channel: number): number =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;

const linearChannels = (hex: string): [number, number, number] => {
  const channel = (start: number) => toLinear(Number.parseInt(hex.slice(start, start + 2), 16) / 255);
  return [channel(1), channel(3), channel(5)];
};

const toByte = (channel: number): number => Math.round(toGamma(Math.min(1, Math.max(0, channel))) * 255);

/** Returns the contrast ratio of two colors (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [one, other].map(luminanceOf).toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf(hex: string): number {
  const [red, green, blue] = linearChannels(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Converts a color by the matrices of Ottosson (https://bottosson.github.io/posts/oklab/). */
function toOklch(hex: string): Oklch {
  const [red, green, blue] = linearChannels(hex);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

/** Converts a color to `#rrggbb`. A color that screens cannot show becomes less colorful. */
function toHex({ lightness, chroma, hue }: Oklch): string {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
  const tolerance = 0.0005;
  if (chroma > 0.001 && channels.some((channel) => channel < -tolerance || channel > 1 + tolerance))
    return toHex({ lightness, chroma: chroma * 0.97, hue });
  return `#${channels.map((channel) => toByte(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the lowest contrast of an accent color: as text on each ground, and below the text of buttons. */
export const lowestContrastOf = (scheme: Scheme, { primary, primarySoft, onPrimary: text }: AccentTones): number =>
  Math.min(...[...groundsOf(scheme), primarySoft, text].map((color) => contrastOf(primary, color)));

const groundsOf = (scheme: Scheme): string[] => {
  const { paper, surface, sunk } = schemeColors[scheme];
  return [paper, surface, sunk];
};

/**
 * Returns the tones of an accent color. A color with too little contrast becomes darker in the light scheme and lighter
 * in the dark scheme until text and buttons are readable. So every color can be chosen.
 */
export function accentTonesOf(accentColor: string): Record<Scheme, AccentTones> {
  return { light: tonesOf(accentColor, 'light'), dark: tonesOf(accentColor, 'dark') };
}

function tonesOf(accentColor: string, scheme: Scheme): AccentTones {
  const chosen = toOklch(accentColor);
  const step = scheme === 'light' ? -0.005 : 0.005;
  const soft = softTones[scheme];
  const primarySoft = toHex({ ...chosen, lightness: soft.lightness, chroma: Math.min(chosen.chroma, soft.maxChroma) });
  const toTones = (lightness: number): AccentTones => ({
    primary: toHex({ ...chosen, lightness }),
    primaryStrong: toHex({ ...chosen, lightness: Math.min(1, Math.max(0, lightness + 14 * step)) }),
    primarySoft,
    onPrimary: onPrimary[scheme],
  });
  let lightness = scheme === 'light' ? chosen.lightness : Math.max(chosen.lightness, minDarkLightness);
  // The chosen color itself is kept exactly if it passes.
  let tones = toTones(lightness);
  if (lightness === chosen.lightness) tones = { ...tones, primary: accentColor };
  while (lowestContrastOf(scheme, tones) < minContrast) tones = toTones((lightness += step));
  return tones;
}
