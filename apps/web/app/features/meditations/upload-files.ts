import { meditationLimits } from '@commons/contract/meditations';
import { useEffect, useState } from 'react';

export const audioTypes = 'audio/*,.mp3,.wav,.ogg,.oga,.m4a,.aac';

type ChosenFile = Pick<File, 'name' | 'type' | 'size'>;

/** Returns the reason why a file cannot be used as audio, before uploading it; undefined if it may be valid. */
export const audioProblem = ({ name, type, size }: ChosenFile): string | undefined => {
  // Some systems do not report a type, so the extension decides.
  if (!type.startsWith('audio/') && !/\.(?:mp3|wav|ogg|oga|m4a|aac)$/i.test(name))
    return 'Please choose an audio file: MP3, WAV, OGG, M4A or AAC.';
  if (size > meditationLimits.audioBytes) return 'An audio file can be up to 50 MB. Please choose a smaller one.';
  return undefined;
};

/** Returns the reason why audio of this length is not allowed; undefined if it is. */
export const lengthProblem = (seconds: number): string | undefined => {
  if (Math.round(seconds) < meditationLimits.minimumSeconds) return 'A meditation lasts at least one minute.';
  if (seconds > meditationLimits.maximumSeconds) return 'A meditation lasts up to four hours.';
  return undefined;
};

/** Length of an audio file in seconds, read by the browser; null while loading or if unreadable. */
export const useAudioLength = (file: File | null): number | null => {
  const [length, setLength] = useState<{ file: File; seconds: number } | null>(null);
  useEffect(() => {
    if (file === null) return undefined;
    const url = URL.createObjectURL(file);
    const probe = new Audio();
    probe.preload = 'metadata';
    probe.addEventListener('loadedmetadata', () => {
      if (Number.isFinite(probe.duration)) setLength({ file, seconds: probe.duration });
    });
    probe.src = url;
    return () => {
      probe.removeAttribute('src');
      URL.revokeObjectURL(url);
    };
  }, [file]);
  return length?.file === file ? length.seconds : null;
};
