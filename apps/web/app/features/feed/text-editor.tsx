import { draftKey, useDraft } from '../../lib/drafts.ts';
import { explainFailure } from '../../lib/failure.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/text-area.tsx';

type TextEditorProps = {
  label: string;
  original: string;
  maxCharacters: number;
  memberId: string;
  /** Names the draft: what is typed here survives a reload until it is saved or cancelled. */
  draftName: string;
  isPending: boolean;
  error: unknown;
  onSave: (content: string) => void;
  onClose: () => void;
};

/** Edits a text in the place where it stands. Nothing is sent when nothing was changed. */
export const TextEditor = (props: TextEditorProps) => {
  const draft = useDraft(draftKey(props.memberId, props.draftName), props.original);
  const content = draft.text.trim();
  const isSavable = content !== '' && content.length <= props.maxCharacters;
  const close = () => {
    draft.clear();
    props.onClose();
  };
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSavable || props.isPending) return;
        if (content === props.original) close();
        else props.onSave(content);
      }}
    >
      <TextArea
        label={props.label}
        isLabelHidden
        autoFocus
        minRows={2}
        value={draft.text}
        readOnly={props.isPending}
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        onChange={(event) => draft.setText(event.target.value)}
        limit={{ max: props.maxCharacters, countedIn: 'units' }}
        error={props.error == null ? undefined : explainFailure(props.error)}
      />
      <div className="flex justify-end gap-2">
        <Button variant="secondary" size="small" disabled={props.isPending} onClick={close}>
          Cancel
        </Button>
        <Button type="submit" size="small" disabled={!isSavable} isPending={props.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
};
