import { feedLimits } from '@commons/contract/feed';
import { useId, useState } from 'react';
import { explainFailure } from '../../lib/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/text-area.tsx';

type RemovePostDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  isPending: boolean;
  error: unknown;
  onRemove: (reason: string) => void;
};

/** A moderator takes a post away and says why; the author is told. */
export const RemovePostDialog = ({ isOpen, onOpenChange, isPending, error, onRemove }: RemovePostDialogProps) => {
  const formId = useId();
  const [text, setText] = useState('');
  const reason = text.trim();
  const isSendable = reason !== '' && reason.length <= feedLimits.removalReasonCharacters;
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Remove post"
      description="The post disappears for everyone, and its author is told the reason."
      footer={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="destructive" disabled={!isSendable} isPending={isPending}>
            Remove Post
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (isSendable && !isPending) onRemove(reason);
        }}
      >
        <TextArea
          label="Reason"
          value={text}
          onChange={(event) => setText(event.target.value)}
          limit={{ max: feedLimits.removalReasonCharacters, countedIn: 'units' }}
          error={error == null ? undefined : explainFailure(error)}
        />
      </form>
    </Dialog>
  );
};
