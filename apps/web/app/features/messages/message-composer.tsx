import type { CurrentUser } from '@commons/contract/auth';
import type { MemberSummary } from '@commons/contract/members';
import { messageLimits } from '@commons/contract/messages';
import { ImagePlus, SendHorizontal } from 'lucide-react';
import { type ClipboardEvent, useRef } from 'react';
import { draftKey, useDraft } from '../../lib/drafts.ts';
import { randomId } from '../../lib/random-id.ts';
import { isSendingEnter } from '../../lib/sending-enter.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { AttachedPhotoPreview } from './attached-photo-preview.tsx';
import { useAttachedPhoto } from './attached-photos.ts';
import type { Outbox } from './outbox.ts';
import { tellTyping } from './typing.ts';

const limit = { max: messageLimits.characters, countedIn: 'units' } as const;

/** On a touch screen the focus would open the keyboard over what one came to read. */
const hasKeyboard = (): boolean => window.matchMedia('(pointer: fine)').matches;

type MessageComposerProps = { member: MemberSummary; viewer: CurrentUser; outbox: Outbox; tellsTyping: boolean };

export const MessageComposer = ({ member, viewer, outbox, tellsTyping }: MessageComposerProps) => {
  const draft = useDraft(draftKey(viewer.id, `message:${member.id}`));
  const { photo, attach, retry, remove } = useAttachedPhoto(member.id);
  const fileInput = useRef<HTMLInputElement>(null);
  const textArea = useRef<HTMLTextAreaElement>(null);
  const content = draft.text.trim();
  const isPhotoPending = photo !== null && photo.uploaded === null;
  const isSendable = (content !== '' || photo !== null) && !isPhotoPending && content.length <= limit.max;

  const sendMessage = () => {
    if (!isSendable) return;
    outbox.add({
      clientId: randomId(),
      receiverId: member.id,
      content,
      photo: photo?.uploaded ?? null,
      createdAt: new Date().toISOString(),
    });
    draft.clear();
    remove();
    textArea.current?.focus();
  };
  const onPaste = ({ clipboardData }: ClipboardEvent) => {
    const file = [...clipboardData.files].find(({ type }) => type.startsWith('image/'));
    if (file) attach(file);
  };

  return (
    <form
      className="border-t border-line px-2 pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] md:px-3"
      onSubmit={(event) => {
        event.preventDefault();
        sendMessage();
      }}
    >
      {photo && <AttachedPhotoPreview photo={photo} onRetry={retry} onRemove={remove} />}
      <div className="flex items-end gap-1">
        <input
          ref={fileInput}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/gif"
          aria-label="Photo file"
          className="hidden"
          onChange={(event) => {
            const file = event.target.files?.[0];
            // The same file can be chosen again after it was taken away.
            event.target.value = '';
            if (file) attach(file);
          }}
        />
        <IconButton icon={ImagePlus} label="Attach a photo" onClick={() => fileInput.current?.click()} />
        <div className="min-w-0 flex-1">
          <TextArea
            ref={textArea}
            label={`Message to ${member.displayName}`}
            isLabelHidden
            minRows={1}
            maxRows={6}
            placeholder="Write a message..."
            autoFocus={hasKeyboard()}
            {...(hasKeyboard() && { 'data-focus-place': '' })}
            value={draft.text}
            onChange={(event) => {
              draft.setText(event.target.value);
              if (tellsTyping && event.target.value.trim() !== '') tellTyping(member.id);
            }}
            onKeyDown={(event) => {
              if (!isSendingEnter(event)) return;
              event.preventDefault();
              sendMessage();
            }}
            onPaste={onPaste}
            limit={limit}
          />
        </div>
        <IconButton
          type="submit"
          icon={SendHorizontal}
          label="Send message"
          disabled={!isSendable}
          className="text-primary"
        />
      </div>
    </form>
  );
};
