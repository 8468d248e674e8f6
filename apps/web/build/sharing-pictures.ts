import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import subsetFont from 'subset-font';
import type { SharingPicture } from '../app/ui/sharing-head.tsx';

const width = 1200;
const height = 630;
/** Two lines. Sun and people are below. */
const mostTextHeight = 210;

/** Draws the preview pictures of public pages, each with its text. */
export async function drawSharingPictures(
  webDirectory: string,
  clientDirectory: string,
  pictures: readonly SharingPicture[],
): Promise<void> {
  const folder = path.join(clientDirectory, 'sharing');
  await mkdir(folder, { recursive: true });
  const common = path.join(webDirectory, 'app/features/waitlist/common-wide.svg');
  const landscape = await sharp(common).extract({ left: 0, top: 0, width, height: 420 }).png().toBuffer();
  const letters = await mkdtemp(path.join(tmpdir(), 'mindful-commons-letters-'));
  try {
    const fontfile = path.join(letters, 'fraunces.ttf');
    await writeFile(fontfile, await readLetters(webDirectory, pictures.map(({ alt }) => alt).join('')));
    for (const { name, alt } of pictures)
      await writeFile(path.join(folder, `${name}.jpg`), await draw({ landscape, fontfile, words: alt }));
  } finally {
    await rm(letters, { recursive: true });
  }
}

/** Returns a subset of the heading font as TrueType, at the optical size of the pictures. */
async function readLetters(webDirectory: string, text: string): Promise<Buffer> {
  const font = await readFile(path.join(webDirectory, 'app/fonts/fraunces-heading.woff2'));
  return subsetFont(font, text, { targetFormat: 'truetype', variationAxes: { opsz: 72 } });
}

type Drawing = { landscape: Buffer; fontfile: string; words: string };

/** Draws the morning landscape with the text in its sky and the logo. */
async function draw({ landscape, fontfile, words }: Drawing): Promise<Buffer> {
  const letters = sharp({
    text: {
      text: `<span foreground="#1f2b26">${words}</span>`,
      font: 'Fraunces 56',
      fontfile,
      rgba: true,
      dpi: 96,
      width: 960,
      spacing: 4,
      wrap: 'word',
    },
  });
  const { info, data } = await letters.png().toBuffer({ resolveWithObject: true });
  if (info.height > mostTextHeight) throw new Error(`Text too long for a preview picture: ${words}`);
  const sign = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="72" height="72">
    <clipPath id="frame"><circle cx="16" cy="16" r="16"/></clipPath>
    <g clip-path="url(#frame)">
      <path fill="#e6efe9" d="M0 0h32v32H0z"/><circle fill="#f4b183" cx="16" cy="14.5" r="6.5"/>
      <path fill="#2b6b5a" opacity=".55" d="M-1 20c6-4 12-3.5 17-1s11 2.5 17-.5V34H-1z"/>
      <path fill="#2b6b5a" d="M-1 25c7-3.5 13-2.5 18-.5s11 1 16-1V34H-1z"/>
    </g></svg>`;
  return sharp({ create: { width, height, channels: 3, background: '#fbf8f2' } })
    .composite([
      { input: landscape, left: 0, top: height - 420 },
      { input: Buffer.from(sign), left: 80, top: 56 },
      { input: data, left: 80, top: 144 },
    ])
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
}
