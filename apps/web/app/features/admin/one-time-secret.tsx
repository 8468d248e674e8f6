import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { DialogState } from '../../ui/lazy-opening.tsx';

/** Shows a secret that the server reveals only once. */
export const OneTimeSecret = ({
  title,
  description,
  secret,
  ...dialog
}: DialogState & { title: string; description: string; secret: string }) => (
  <Dialog
    {...dialog}
    isShownOnce
    title={title}
    description={description}
    footer={<Button onClick={() => dialog.onOpenChange(false)}>Done</Button>}
  >
    <div className="flex flex-wrap items-center gap-3 pb-1">
      <code dir="ltr" className="w-full rounded-control bg-sunk px-4 py-3 text-sm break-all select-all">
        {secret}
      </code>
      <CopyButton text={secret} />
    </div>
  </Dialog>
);
