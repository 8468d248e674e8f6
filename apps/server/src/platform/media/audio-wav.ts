import type { ParsedSound } from './audio.ts';

const formatNames: Record<number, string> = { 0x02: 'ADPCM', 0x11: 'ADPCM', 0x31: 'GSM', 0x55: 'MP3', 0x61: 'ADPCM' };
const extensible = 0xff_fe;
const [pcm, float, aLaw, muLaw] = [1, 3, 6, 7];

/**
 * Reads the length of a WAV file. Streaming encoders do not know the sizes and write 0 or 4 GB. The sound then extends
 * to the end of the file.
 */
export function readWav(file: Buffer): ParsedSound {
  let bytesPerSecond = 0;
  for (let at = 12; at + 8 <= file.length;) {
    const name = file.toString('latin1', at, at + 4);
    const size = file.readUInt32LE(at + 4);
    const content = at + 8;
    if (name === 'fmt ' && content + 16 <= file.length) {
      const unsupportedFormat = findUnsupportedFormat(file, content, size);
      if (unsupportedFormat !== undefined) return { unsupportedFormat };
      bytesPerSecond = file.readUInt32LE(content + 8);
    }
    if (name === 'data') {
      const rest = file.length - content;
      const bytes = size === 0 || size > rest ? rest : size;
      return { extension: 'wav', seconds: bytesPerSecond === 0 ? 0 : bytes / bytesPerSecond };
    }
    // Chunks start at even offsets.
    at = content + size + (size % 2);
  }
  return { extension: 'wav', seconds: 0 };
}

/** Returns the name of a format that browsers cannot play. */
function findUnsupportedFormat(file: Buffer, at: number, size: number): string | undefined {
  const tag = file.readUInt16LE(at);
  // The extensible form stores the format in the first bytes of a GUID.
  const format = tag === extensible && size >= 26 && at + 26 <= file.length ? file.readUInt16LE(at + 24) : tag;
  const bits = file.readUInt16LE(at + 14);
  if (format === float) return bits === 32 ? undefined : `a ${bits}-bit float WAV file`;
  if (format === pcm) return [8, 16, 24, 32].includes(bits) ? undefined : `a ${bits}-bit WAV file`;
  if (format === aLaw || format === muLaw) return undefined;
  return `${formatNames[format] ?? 'an unknown format'} in a WAV file`;
}
