import { useRef } from 'react';

type ImageInputOptions = {
  label: string;
  /** Called for each chosen file. */
  onChoose: (file: File, index: number) => void;
  isMultiple?: boolean;
};

/** A hidden native file input for images. Returns the input to render, and a function that opens its file picker. */
export function useImageInput({ label, onChoose, isMultiple = false }: ImageInputOptions) {
  const ref = useRef<HTMLInputElement>(null);
  const open = () => ref.current?.click();
  const input = (
    <input
      ref={ref}
      type="file"
      accept="image/jpeg,image/png,image/webp,image/gif"
      aria-label={label}
      multiple={isMultiple}
      className="hidden"
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])];
        // Allows the same file to be chosen again after it was removed.
        currentTarget.value = '';
        for (const [index, file] of files.entries()) onChoose(file, index);
      }}
    />
  );
  return [input, open] as const;
}

type UploadProgressProps = { share: number; valueText: string; /** Accessible name. */ label?: string };

/** Upload progress. `share` is between 0 and 1. */
export const UploadProgress = ({ share, valueText, label = 'Upload' }: UploadProgressProps) => (
  <progress
    aria-label={label}
    aria-valuetext={valueText}
    max={100}
    value={Math.round(share * 100)}
    className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-primary"
  />
);
