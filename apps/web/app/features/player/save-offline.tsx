import type { Meditation } from '@commons/contract/meditations/schemas';
import { CircleCheckBig, Download, X } from 'lucide-react';
import { useIsHydrated } from '../../lib/hydration.ts';
import { formatBytes, formatPercent } from '../../lib/locale.ts';
import { UploadProgress } from '../../ui/image-field.tsx';
import { Status } from '../../ui/loading.tsx';
import { isOwnUrl } from './external-sites.ts';
import { canSave, cancelSave, removeSavedAudio, startSave, useSave, useSavedBytes } from './saved-audio.ts';
import { SettingButton } from './setting-controls.tsx';

type SaveProps = { meditation: Meditation; memberId: string };

const useSaveState = ({ meditation, memberId }: SaveProps) => {
  const save = useSave(meditation.id);
  return {
    bytes: useSavedBytes(memberId, meditation.id),
    /** Null unless a download is in progress. */
    share: save !== null && 'share' in save ? save.share : null,
    failure: save !== null && 'failure' in save ? failureText(save.failure) : null,
  };
};

const failureText = (error: unknown): string =>
  error instanceof DOMException && error.name === 'QuotaExceededError'
    ? 'There is not enough room on this device. Nothing was saved.'
    : 'It could not be saved. Please check your connection and try again.';

/** Saves a meditation on this device for offline playback, cancels that, or removes the copy. */
export const SaveButton = (props: SaveProps) => {
  const { meditation, memberId } = props;
  const { bytes, share } = useSaveState(props);
  const isHydrated = useIsHydrated();
  if (isHydrated ? !canSave(meditation) : !isOwnUrl(meditation.audioUrl)) return null;
  // One button for all three, so that it keeps the focus.
  const [icon, word, label, act] =
    share !== null
      ? ([X, 'Cancel', 'Cancel saving', () => cancelSave(meditation.id)] as const)
      : bytes === null
        ? ([Download, 'Save', 'Save for offline', () => void startSave(memberId, meditation)] as const)
        : ([
            CircleCheckBig,
            'Remove',
            'Remove from this device',
            () => void removeSavedAudio(memberId, meditation),
          ] as const);
  return (
    <SettingButton icon={icon} isOn={bytes !== null} aria-label={label} onClick={act}>
      {word}
    </SettingButton>
  );
};

/** Progress and result of saving. */
export const SaveStatus = (props: SaveProps) => {
  const { bytes, share, failure } = useSaveState(props);
  return (
    <>
      {share !== null && <UploadProgress label="Saving" share={share} valueText={`Saving, ${formatPercent(share)}`} />}
      <Status className="text-center text-sm text-muted empty:hidden">
        {failure !== null && <span className="text-danger">{failure}</span>}
        {share === null && bytes !== null && `Available offline. It uses ${formatBytes(bytes)} until you sign out.`}
      </Status>
    </>
  );
};
