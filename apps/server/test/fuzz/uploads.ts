import { hostileFiles, noise } from '../pictures.ts';
import { aac } from '../sounds.ts';

type Part = {
  name: string;
  fileName: string | undefined;
  type: string;
  /** The index of the prepared file. Some of them are hostile. */
  picture: number;
  /** The position and the new value of a changed byte. */
  damage: [position: number, byte: number] | undefined;
  encoding: string | undefined;
};

let files: Buffer[] = [];

/** The number of files, so that calls can be generated before the files exist. */
export const pictureCount = 60;

/** Creates the files to upload: regular pictures of each format, a sound, and hostile files. */
export async function preparePictures(): Promise<void> {
  const picture = noise(24, 18);
  const [jpeg, png, webp, gif] = await Promise.all([
    picture.clone().jpeg().toBuffer(),
    picture.clone().png().toBuffer(),
    picture.clone().webp().toBuffer(),
    picture.clone().gif().toBuffer(),
  ]);
  const hostile = await hostileFiles();
  files = [jpeg, png, webp, gif, jpeg, png, webp, aac(61), ...hostile.map(({ bytes }) => bytes)];
}

/** Builds a multipart body, valid (RFC 7578) or with the given framing error. */
export function uploadBody({ parts, boundary, framing }: { parts: Part[]; boundary: string; framing: string }): {
  body: Buffer;
  contentType: string;
} {
  const lineEnd = framing === 'line feeds' ? '\n' : '\r\n';
  const chunks: (string | Buffer)[] = framing === 'preamble' ? ['x'.repeat(500), lineEnd] : [];
  for (const { name, fileName, type, picture, damage, encoding } of framing === 'empty' ? [] : parts) {
    const disposition = `form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}`;
    chunks.push(`--${boundary}${lineEnd}Content-Disposition: ${disposition}${lineEnd}`);
    if (framing === 'endless header') chunks.push(`X-Long: ${'x'.repeat(20_000)}${lineEnd}`);
    if (encoding !== undefined) chunks.push(`Content-Transfer-Encoding: ${encoding}${lineEnd}`);
    chunks.push(`Content-Type: ${type}${lineEnd}${lineEnd}`, applyDamage(fileOf(picture), damage), lineEnd);
  }
  if (framing !== 'no end') chunks.push(`--${boundary}--${lineEnd}`);
  const body = Buffer.concat(chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk)));
  const boundaryParameter = {
    'no boundary': '',
    'another boundary': '; boundary=other',
    quoted: `; boundary="${boundary}"`,
  }[framing];
  return {
    body: framing === 'cut' ? body.subarray(0, Math.floor(body.length / 2)) : body,
    contentType: `multipart/form-data${boundaryParameter ?? `; boundary=${boundary}`}`,
  };
}

/** Half of the uploads are regular pictures or the sound. */
const fileOf = (number: number): Buffer =>
  files[number > pictureCount ? number % 8 : number % files.length] ?? Buffer.alloc(0);

function applyDamage(file: Buffer, damage: Part['damage']): Buffer {
  if (!damage || file.length === 0) return file;
  const changed = Buffer.from(file);
  changed[damage[0] % file.length] = damage[1];
  return changed;
}
