import { useState } from 'react';
import { clearDraft, draftKey } from '../../lib/drafts.ts';
import { RadioGroup } from '../../ui/choices.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { AddByAddress } from './add-by-address.tsx';
import { AddByFile } from './add-by-file.tsx';
import { changeMeditationDraft, readMeditationDraft } from './meditation-draft.ts';

type AddMeditationDialogProps = { memberId: string; isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** Closing keeps the draft; only Cancel discards it. */
export default function AddMeditationDialog({ memberId, isOpen, onOpenChange }: AddMeditationDialogProps) {
  const key = draftKey(memberId, 'meditation');
  const [isSending, setIsSending] = useState(false);
  const [method, setMethod] = useState(() => readMeditationDraft(key).method);
  const Form = method === 'file' ? AddByFile : AddByAddress;
  return (
    <DialogForm
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Add Meditation"
      submitLabel="Add Meditation"
      pendingLabel="Adding..."
      isPending={isSending}
      onCancel={() => clearDraft(key)}
    >
      {(id) => (
        <div className="flex flex-col gap-4">
          <RadioGroup
            label="Audio source"
            options={[
              { value: 'file', label: 'Upload a file' },
              { value: 'url', label: 'Use an external URL' },
            ]}
            value={method}
            onChange={(next) => {
              if (isSending) return;
              changeMeditationDraft(key, { method: next });
              setMethod(next);
            }}
          />
          <Form
            id={id}
            draft={key}
            isSending={isSending}
            onSendingChange={setIsSending}
            onAdded={() => {
              clearDraft(key);
              onOpenChange(false);
            }}
          />
        </div>
      )}
    </DialogForm>
  );
}
