// Creates the audio and covers of the shipped meditations: `node content/meditations/make.ts [name …]`. The output is
// the same on each run. Run it again when a sound or a drawing changes, and check `meditations.json`.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { createMp3Encoder } from 'wasm-media-encoders';
import { coverOf } from './covers.ts';
import { sampleRate, type Sound } from './sound.ts';
import { tracks } from './tracks.ts';

const folder = import.meta.dirname;
/** Enough for soft sounds. The rate is constant, so that browsers know the duration and can seek. */
const kilobitsPerSecond = 48;

async function toMp3({ left, right }: Sound): Promise<Buffer> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels: 2, bitrate: kilobitsPerSecond });
  const parts: Buffer[] = [];
  for (let start = 0; start < left.length; start += sampleRate) {
    const end = start + sampleRate;
    // Copied, because the encoder reuses its output buffer.
    parts.push(Buffer.from(encoder.encode([left.subarray(start, end), right.subarray(start, end)])));
  }
  parts.push(Buffer.from(encoder.finalize()));
  return Buffer.concat(parts);
}

const requestedNames = process.argv.slice(2);
for (const [name, compose] of Object.entries(tracks)) {
  if (requestedNames.length > 0 && !requestedNames.includes(name)) continue;
  const sound = compose();
  const audio = await toMp3(sound);
  await writeFile(path.join(folder, `${name}.mp3`), audio);
  const cover = await sharp(Buffer.from(coverOf(name)))
    .webp({ quality: 82, effort: 6 })
    .toBuffer();
  await writeFile(path.join(folder, `${name}.webp`), cover);
  console.log(
    `${name}: ${sound.left.length / sampleRate} s, ${Math.round(audio.length / 1024)} KB, cover ${Math.round(cover.length / 1024)} KB`,
  );
}
