import { meditationLimits } from '@commons/contract/meditations';
import { type ComponentProps, useState } from 'react';
import { RadioGroup } from '../../ui/choices.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { audioProblem, audioTypes } from './upload-files.ts';

export type AudioKind = 'keep' | 'file' | 'url';

const labels: Record<AudioKind, string> = {
  keep: 'Keep the current audio',
  file: 'Upload another file',
  url: 'Use an external URL',
};

/** State of the audio fields: keep the current audio, upload a file, or enter a URL. */
export function useAudioReplacement() {
  const [kind, setKind] = useState<AudioKind>('keep');
  const [file, setFile] = useState<File | null>(null);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const problem = file === null ? 'Please choose an audio file' : audioProblem(file);
  return {
    kind,
    setKind,
    setFile,
    file: kind === 'file' ? file : null,
    isReady: kind !== 'file' || problem === undefined,
    error: kind === 'file' && (file !== null || wasSubmitted) ? problem : undefined,
    markSubmitted: () => setWasSubmitted(true),
  };
}

type FieldProps = ComponentProps<'input'> & { error?: string | undefined };

type AudioReplacementProps = {
  audio: ReturnType<typeof useAudioReplacement>;
  isDisabled: boolean;
  /** Return the props of the URL fields. Called only while the fields are shown. */
  address: () => FieldProps;
  minutes: () => FieldProps;
  onKindChange: () => void;
};

export const AudioReplacement = ({ audio, isDisabled, address, minutes, onKindChange }: AudioReplacementProps) => (
  <>
    <RadioGroup
      label="Audio"
      options={(['keep', 'file', 'url'] as const).map((value) => ({ value, label: labels[value] }))}
      value={audio.kind}
      readOnly={isDisabled}
      onChange={(next) => {
        onKindChange();
        audio.setKind(next);
      }}
    />
    {audio.kind === 'file' && (
      <FileField
        label="Audio file"
        hint="MP3, WAV, OGG, M4A, AAC (max 50MB). The length is read from the file."
        accept={audioTypes}
        isDisabled={isDisabled}
        error={audio.error}
        onChoose={audio.setFile}
      />
    )}
    {audio.kind === 'url' && (
      <>
        <TextField label="Audio URL" type="url" inputMode="url" required placeholder="https://" {...address()} />
        <TextField
          label="Duration (minutes)"
          type="number"
          inputMode="numeric"
          min={meditationLimits.minimumSeconds / 60}
          step={1}
          required
          {...minutes()}
        />
      </>
    )}
  </>
);
