// Building blocks of the tracks. Sounds are stereo: two arrays of samples between −1 and 1.

/** Samples per second. */
export const sampleRate = 32_000;

export type Sound = { left: Float32Array; right: Float32Array };

export const silence = (seconds: number): Sound => {
  const length = Math.round(seconds * sampleRate);
  return { left: new Float32Array(length), right: new Float32Array(length) };
};

/** Returns the sample at an index, or silence outside the sound. */
export const sampleAt = (samples: Float32Array, index: number): number => samples[index] ?? 0;

export const add = (samples: Float32Array, index: number, value: number): void => {
  samples[index] = sampleAt(samples, index) + value;
};

/** Creates a generator of numbers between 0 and 1 that are the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Rises smoothly from 0 to 1 (smoothstep). Constant outside this range. */
export const ease = (position: number): number => {
  const within = Math.min(1, Math.max(0, position));
  return within * within * (3 - 2 * within);
};

/** Creates a low-pass filter with one pole. The cutoff frequency may change with each sample. */
export function lowPass(): (sample: number, hertz: number) => number {
  let state = 0;
  return (sample, hertz) => {
    state += (1 - Math.exp((-2 * Math.PI * hertz) / sampleRate)) * (sample - state);
    return state;
  };
}

/** Creates a generator of pink noise, which falls by 3 dB per octave as rain and surf do (Paul Kellet's filter). */
export function pinkNoise(random: () => number): () => number {
  const poles = [
    { pole: 0.99886, gain: 0.0555179, state: 0 },
    { pole: 0.99332, gain: 0.0750759, state: 0 },
    { pole: 0.969, gain: 0.153852, state: 0 },
    { pole: 0.8665, gain: 0.3104856, state: 0 },
    { pole: 0.55, gain: 0.5329522, state: 0 },
    { pole: -0.7616, gain: -0.016898, state: 0 },
  ];
  return () => {
    const white = random() * 2 - 1;
    let sum = white * 0.5362;
    for (const each of poles) {
      each.state = each.pole * each.state + white * each.gain;
      sum += each.state;
    }
    return sum * 0.11;
  };
}

type Bowl = { at: number; hertz: number; loudness: number; pan?: number; seconds?: number };

/** The partials of a singing bowl: frequency ratio to the lowest one, loudness, and relative decay time. */
const partials = [
  { ratio: 1, loudness: 1, life: 1 },
  { ratio: 2.71, loudness: 0.42, life: 0.55 },
  { ratio: 5.18, loudness: 0.14, life: 0.28 },
  { ratio: 8.16, loudness: 0.05, life: 0.12 },
];

/** Adds the sound of a struck singing bowl. A slow modulation of each partial makes it shimmer. */
export function addBowl(sound: Sound, { at, hertz, loudness, pan = 0, seconds = 14 }: Bowl): void {
  const start = Math.round(at * sampleRate);
  const end = Math.min(sound.left.length, start + Math.round(seconds * sampleRate));
  for (const partial of partials) {
    const step = (2 * Math.PI * hertz * partial.ratio) / sampleRate;
    const shimmer = (2 * Math.PI * 0.35 * partial.ratio ** 0.5) / sampleRate;
    for (let index = start; index < end; index += 1) {
      const time = index - start;
      const elapsed = time / sampleRate;
      const struck = Math.min(1, elapsed / 0.012);
      const envelope = struck * Math.exp((-6.2 * elapsed) / (seconds * partial.life)) * ease((end - index) / 4_000);
      const value = loudness * partial.loudness * envelope * Math.sin(step * time);
      add(sound.left, index, value * (0.5 - pan / 2) * (1 + 0.25 * Math.sin(shimmer * time)));
      add(sound.right, index, value * (0.5 + pan / 2) * (1 + 0.25 * Math.cos(shimmer * time)));
    }
  }
}

type Delay = { length: number; gain: number };

/** A comb filter: repeated echoes, each duller than the one before. */
function comb(input: Float32Array, { length, gain }: Delay): Float32Array {
  const output = new Float32Array(input.length);
  const dull = lowPass();
  for (let index = 0; index < input.length; index += 1)
    output[index] = sampleAt(input, index) + gain * dull(sampleAt(output, index - length), 2_600);
  return output;
}

/** An all-pass filter: spreads each echo into many without changing its timbre. */
function allPass(input: Float32Array, { length, gain }: Delay): Float32Array {
  const output = new Float32Array(input.length);
  for (let index = 0; index < input.length; index += 1) {
    const past = sampleAt(input, index - length);
    output[index] = past + gain * (sampleAt(output, index - length) - sampleAt(input, index));
  }
  return output;
}

const roomDelays = [1_187, 1_277, 1_381, 1_471].map((length) => ({ length, gain: 0.86 }));
const spreadDelays = [389, 127].map((length) => ({ length, gain: 0.7 }));

function reverberate(input: Float32Array, widen: number): Float32Array {
  const sum = new Float32Array(input.length);
  for (const { length, gain } of roomDelays) {
    const echoes = comb(input, { length: length + widen, gain });
    for (let index = 0; index < sum.length; index += 1) add(sum, index, sampleAt(echoes, index) / roomDelays.length);
  }
  return spreadDelays.reduce<Float32Array>((echoed, delay) => allPass(echoed, delay), sum);
}

/** Adds the reverberation of a large room (Schroeder's reverberator). `wet` is its share. */
export function inRoom({ left, right }: Sound, wet: number): Sound {
  const mix = (dry: Float32Array, echoed: Float32Array) =>
    dry.map((sample, index) => sample + wet * sampleAt(echoed, index));
  return { left: mix(left, reverberate(left, 0)), right: mix(right, reverberate(right, 29)) };
}

/** Fades in and out, and scales the loudest sample to `peak`, so that all tracks are equally loud. */
export function finish(sound: Sound, { fadeIn, fadeOut, peak }: { fadeIn: number; fadeOut: number; peak: number }) {
  const { length } = sound.left;
  let loudest = 0;
  for (const side of [sound.left, sound.right])
    for (let index = 0; index < length; index += 1) {
      const gain = ease(index / (fadeIn * sampleRate)) * ease((length - 1 - index) / (fadeOut * sampleRate));
      side[index] = sampleAt(side, index) * gain;
      loudest = Math.max(loudest, Math.abs(sampleAt(side, index)));
    }
  for (const side of [sound.left, sound.right])
    for (let index = 0; index < length; index += 1) side[index] = (sampleAt(side, index) * peak) / loudest;
  return sound;
}
