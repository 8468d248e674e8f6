import type { Meditation } from '@commons/contract/meditations/schemas';
import { CircleCheckBig, Download } from 'lucide-react';
import { useIsHydrated } from '../../lib/hydration.ts';
import { formatBytes, formatPercent } from '../../lib/locale.ts';
import { Button } from '../../ui/button.tsx';
import { FocusRestorer } from '../../ui/focus.tsx';
import { UploadProgress } from '../../ui/image-field.tsx';
import { Status } from '../../ui/loading.tsx';
import { isOwnUrl } from './external-sites.ts';
import { canSave, cancelSave, removeSavedAudio, startSave, useSave, useSavedBytes } from './saved-audio.ts';

type SaveOfflineProps = { meditation: Meditation; memberId: string };

const failureText = (error: unknown): string =>
  error instanceof DOMException && error.name === 'QuotaExceededError'
    ? 'There is not enough room on this device. Nothing was saved.'
    : 'It could not be saved. Please check your connection and try again.';

/** Saves a meditation on this device for offline playback. */
export const SaveOffline = ({ meditation, memberId }: SaveOfflineProps) => {
  const bytes = useSavedBytes(memberId, meditation.id);
  const save = useSave(meditation.id);
  const isHydrated = useIsHydrated();
  if (isHydrated ? !canSave(meditation) : !isOwnUrl(meditation.audioUrl)) return null;
  const share = save !== null && 'share' in save ? save.share : null;
  const failure = save !== null && 'failure' in save ? failureText(save.failure) : '';
  return (
    <FocusRestorer label="On this device">
      <div className="flex flex-col gap-2">
        {share === null ? (
          <div className="flex flex-wrap items-center gap-3">
            {bytes === null ? (
              <Button variant="secondary" onClick={() => void startSave(memberId, meditation)}>
                <Download size={18} strokeWidth={1.75} aria-hidden="true" />
                Save for offline
              </Button>
            ) : (
              <Button variant="secondary" onClick={() => void removeSavedAudio(memberId, meditation)}>
                Remove from this device
              </Button>
            )}
          </div>
        ) : (
          <div className="flex items-center gap-3">
            <div className="min-w-0 flex-1">
              <UploadProgress label="Saving" share={share} valueText={`Saving, ${formatPercent(share)}`} />
            </div>
            <Button variant="quiet" size="small" onClick={() => cancelSave(meditation.id)}>
              Cancel
            </Button>
          </div>
        )}
        <Status className="flex items-center gap-1.5 text-sm text-muted">
          {failure !== '' && <span className="text-danger">{failure}</span>}
          {share === null && bytes !== null && (
            <>
              <CircleCheckBig size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-ok" />
              Available offline. It uses {formatBytes(bytes)} until you sign out.
            </>
          )}
        </Status>
      </div>
    </FocusRestorer>
  );
};
