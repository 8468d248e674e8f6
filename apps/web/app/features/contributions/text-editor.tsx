import type { ReactNode } from 'react';
import { explainFailure } from '../../lib/api-error.ts';
import { useDraftForm } from '../../lib/drafts.ts';
import type { FormSubject } from '../../lib/unsaved-text.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/text-area.tsx';

type TextEditorProps = {
  label: string;
  original: string;
  maxCharacters: number;
  memberId: string;
  /** Name of the draft. It survives a reload until it is saved or cancelled. */
  draftName: string;
  subject: FormSubject;
  isPending: boolean;
  error: unknown;
  /** Whether anything other than the text has changed. */
  isChanged?: boolean;
  onSave: (content: string) => void;
  onClose: () => void;
  /** Rendered between the text and the buttons. */
  children?: ReactNode;
};

/** Edits a text in place. Sends nothing if nothing has changed. */
export const TextEditor = (props: TextEditorProps) => {
  const form = useDraftForm({
    memberId: props.memberId,
    name: props.draftName,
    subject: props.subject,
    original: props.original,
    maxCharacters: props.maxCharacters,
    isBusy: props.isPending,
  });
  const close = () => {
    form.clear();
    props.onClose();
  };
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.canSubmit) return;
        if (form.content === props.original && !props.isChanged) close();
        else props.onSave(form.content);
      }}
    >
      <TextArea
        label={props.label}
        isLabelHidden
        autoFocus
        minRows={2}
        {...form.field}
        onKeyDown={(event) => {
          // Escape does not discard changes. "Cancel" does.
          if (event.key === 'Escape' && form.content === props.original && !props.isChanged) close();
        }}
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        error={props.error == null ? undefined : explainFailure(props.error)}
      />
      {props.children}
      <div className="flex justify-end gap-2">
        <Button variant="secondary" size="small" disabled={props.isPending} onClick={close}>
          Cancel
        </Button>
        <Button type="submit" size="small" disabled={!form.canSubmit && !props.isPending} isPending={props.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
};
