import { useRef } from 'react';

type ImageInputOptions = {
  label: string;
  /** Called for each file that was chosen. */
  onChoose: (file: File, index: number) => void;
  isMultiple?: boolean;
};

/**
 * The browser's own way to choose a picture, without its look. Answers the input, which stands anywhere near, and what a
 * button does to open it.
 */
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
        // The same file can be chosen again after it was taken away.
        currentTarget.value = '';
        for (const [index, file] of files.entries()) onChoose(file, index);
      }}
    />
  );
  return [input, open] as const;
}

type UploadProgressProps = { share: number; words: string; /** What is on its way. */ label?: string };

/** How far an upload has come, 0 to 1. */
export const UploadProgress = ({ share, words, label = 'Upload' }: UploadProgressProps) => (
  <progress
    aria-label={label}
    aria-valuetext={words}
    max={100}
    value={Math.round(share * 100)}
    className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-primary"
  />
);
