import { expect, test } from 'vitest';
import { refuseAudio, refuseLength } from './upload-files.ts';

const file = (name: string, type: string, size = 1_000) => ({ name, type, size });
const megabyte = 1024 * 1024;

test('audio is told from other files by its type, or by its name where the system knows no type', () => {
  expect(refuseAudio(file('rain.mp3', 'audio/mpeg'))).toBeUndefined();
  expect(refuseAudio(file('rain.M4A', ''))).toBeUndefined();
  expect(refuseAudio(file('rain.pdf', 'application/pdf'))).toContain('MP3, WAV, OGG, M4A or AAC');
});

test('what is too large is refused before it is sent, and what is just as large as allowed is not', () => {
  expect(refuseAudio(file('rain.wav', 'audio/wav', 50 * megabyte))).toBeUndefined();
  expect(refuseAudio(file('rain.wav', 'audio/wav', 50 * megabyte + 1))).toContain('50 MB');
});

test('a meditation lasts from a minute to four hours', () => {
  expect([59.4, 59.6, 14_400, 14_401].map((seconds) => refuseLength(seconds) === undefined)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
