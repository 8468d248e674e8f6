import { schemeColors } from '@commons/contract/accent';
import type { BrandPicture } from '@commons/contract/settings';
import { useEffect, useId, useState } from 'react';
import { explainFailure } from '../../../lib/api-error.ts';
import { pictureProblem, shrinkPicture } from '../../../lib/picture-file.ts';
import { useBrand } from '../../../lib/product.ts';
import { showToast } from '../../../lib/toast-store.ts';
import { useUpload } from '../../../lib/use-upload.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { useImageInput } from '../../../ui/image-field.tsx';
import { SettingsSection } from '../../../ui/settings-section.tsx';
import { UploadStatus } from '../../../ui/upload-status.tsx';
import { useChangePicture } from './settings.api.ts';

const texts = {
  logo: {
    title: 'Logo',
    text: 'Shown beside the name on every page and in emails. The whole picture fits into a small square, so a simple sign without words works best.',
    saved: 'Logo saved',
    removed: 'Logo removed',
    file: 'Logo file',
  },
  icon: {
    title: 'Icon',
    text: 'Shown in browser tabs and on home screens. Pages use the middle square of the picture, and phones may round it off.',
    saved: 'Icon saved',
    removed: 'Icon removed',
    file: 'Icon file',
  },
} as const;

/** A picture of the community: chosen, looked at as pages will show it, then saved. */
export function BrandPictureSection({
  picture,
  url,
  isLocked,
}: {
  picture: BrandPicture;
  url: string | null;
  isLocked: boolean;
}) {
  const { title, text, saved, removed, file: fileLabel } = texts[picture];
  const [choice, setFile] = useFileChoice();
  const [problem, setProblem] = useState<string | null>(null);
  const fileUpload = useUpload();
  const change = useChangePicture(picture, fileUpload);
  const [input, openPicker] = useImageInput({
    label: fileLabel,
    onChoose: (chosen) => {
      const refusal = pictureProblem('image', chosen) ?? null;
      setProblem(refusal);
      setFile(refusal === null ? chosen : null);
    },
  });
  const save = async (next: File | null) => {
    setProblem(null);
    try {
      await change.mutateAsync(next && (await shrinkPicture(next)));
      setFile(null);
      showToast({ title: next ? saved : removed });
    } catch (error) {
      setProblem(explainFailure(error) ?? null);
    }
  };
  const shownUrl = choice?.url ?? url;
  return (
    <SettingsSection title={title} text={text}>
      {problem !== null && (
        <Banner tone="danger" isAlert>
          {problem}
        </Banner>
      )}
      {shownUrl !== null && <Preview picture={picture} url={shownUrl} />}
      {input}
      <UploadStatus upload={fileUpload} cancelledText="The upload was cancelled. Nothing was changed." />
      {!isLocked && (
        <div className="flex flex-wrap gap-3">
          {choice ? (
            <>
              <Button isPending={change.isPending} onClick={() => void save(choice.file)}>
                Use this picture
              </Button>
              <Button variant="secondary" disabled={change.isPending} onClick={() => setFile(null)}>
                Cancel
              </Button>
            </>
          ) : (
            <>
              <Button variant="secondary" onClick={openPicker}>
                {url === null ? 'Choose a picture' : 'Replace'}
                <span className="sr-only"> for the {title.toLowerCase()}</span>
              </Button>
              {url !== null && (
                <Button variant="secondary" isPending={change.isPending} onClick={() => void save(null)}>
                  Remove<span className="sr-only"> the {title.toLowerCase()}</span>
                </Button>
              )}
            </>
          )}
        </div>
      )}
    </SettingsSection>
  );
}

/** A chosen file, and an address for its preview. */
function useFileChoice() {
  const [choice, setChoice] = useState<{ file: File; url: string } | null>(null);
  useEffect(() => () => URL.revokeObjectURL(choice?.url ?? ''), [choice]);
  return [choice, (file: File | null) => setChoice(file && { file, url: URL.createObjectURL(file) })] as const;
}

type PreviewProps = { url: string };

const Preview = ({ picture, url }: PreviewProps & { picture: BrandPicture }) =>
  picture === 'logo' ? <LogoPreview url={url} /> : <IconPreview url={url} />;

/** The header of a page in both color schemes. */
const LogoPreview = ({ url }: PreviewProps) => {
  const { productName } = useBrand();
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(12rem,100%),1fr))] gap-3">
      {(['light', 'dark'] as const).map((scheme) => (
        <li key={scheme} className="flex flex-col gap-1.5 text-xs text-muted">
          <svg viewBox="0 0 240 56" aria-hidden="true" className="w-full max-w-72 font-heading text-lg font-semibold">
            <rect
              x="0.5"
              y="0.5"
              width="239"
              height="55"
              rx="10"
              fill={schemeColors[scheme].paper}
              stroke={schemeColors[scheme].line}
            />
            <image href={url} x="12" y="12" width="32" height="32" />
            <text x="52" y="34" fill={schemeColors[scheme].ink}>
              {productName}
            </text>
          </svg>
          {scheme === 'light' ? 'Light' : 'Dark'}
        </li>
      ))}
    </ul>
  );
};

const iconShapes = [
  { name: 'Browser tab', size: 32, radius: 4, inset: 0 },
  { name: 'Home screen', size: 64, radius: 15, inset: 0 },
  { name: 'Round home screen', size: 64, radius: 32, inset: 6.4 },
] as const;

/** The icon in the shapes that browsers and phones cut. */
function IconPreview({ url }: PreviewProps) {
  const id = useId();
  return (
    <ul className="flex flex-wrap items-end gap-x-6 gap-y-3">
      {iconShapes.map(({ name, size, radius, inset }) => (
        <li key={name} className="flex flex-col items-start gap-1.5 text-xs text-muted">
          <svg width={size} height={size} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
            <clipPath id={`${id}-${name.replaceAll(' ', '-')}`}>
              <rect width={size} height={size} rx={radius} />
            </clipPath>
            <g clipPath={`url(#${id}-${name.replaceAll(' ', '-')})`}>
              {inset > 0 && <rect width={size} height={size} fill={schemeColors.light.paper} />}
              <image
                href={url}
                x={inset}
                y={inset}
                width={size - 2 * inset}
                height={size - 2 * inset}
                preserveAspectRatio="xMidYMid slice"
              />
            </g>
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
