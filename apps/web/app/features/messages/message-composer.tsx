import type { CurrentUser } from '@commons/contract/auth';
import type { MemberSummary } from '@commons/contract/members';
import { messageLimits } from '@commons/contract/messages';
import { ImagePlus, SendHorizontal } from 'lucide-react';
import type { ClipboardEvent } from 'react';
import { useDraftForm } from '../../lib/drafts.ts';
import { randomId } from '../../lib/random-id.ts';
import { IconButton } from '../../ui/button.tsx';
import { useImageInput } from '../../ui/image-field.tsx';
import { useLateFocus } from '../../ui/late-focus.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { AuthorSupport } from '../support/index.ts';
import { AttachedPhotoPreview, useAttachedPhoto } from './attached-photo.tsx';
import type { Outbox } from './outbox.ts';
import { tellTyping } from './typing.ts';

/** On a touch screen the focus would open the keyboard over what one came to read. */
const hasKeyboard = (): boolean => window.matchMedia('(pointer: fine)').matches;

type MessageComposerProps = { member: MemberSummary; viewer: CurrentUser; outbox: Outbox; tellsTyping: boolean };

export const MessageComposer = ({ member, viewer, outbox, tellsTyping }: MessageComposerProps) => {
  const form = useDraftForm({
    memberId: viewer.id,
    name: `message:${member.id}`,
    maxCharacters: messageLimits.characters,
    isBusy: false,
  });
  const { photo, attach, retry, remove } = useAttachedPhoto(member.id);
  const [photoInput, openPhotoInput] = useImageInput({ label: 'Photo file', onChoose: attach });
  const textArea = useLateFocus(hasKeyboard());
  const { content } = form;
  const isPhotoPending = photo !== null && photo.uploaded === null;
  const isSendable =
    (content !== '' || photo !== null) && !isPhotoPending && content.length <= messageLimits.characters;

  const sendMessage = () => {
    if (!isSendable) return;
    outbox.add({
      clientId: randomId(),
      receiverId: member.id,
      content,
      photo: photo?.uploaded ?? null,
      createdAt: new Date().toISOString(),
    });
    form.clear();
    remove();
    textArea.current?.focus();
  };
  const onPaste = ({ clipboardData }: ClipboardEvent) => {
    const file = [...clipboardData.files].find(({ type }) => type.startsWith('image/'));
    if (file) attach(file);
  };

  return (
    <form
      className="@container px-4 pb-[calc(0.5rem+env(safe-area-inset-bottom))] md:pb-4"
      onSubmit={(event) => {
        event.preventDefault();
        sendMessage();
      }}
    >
      <AuthorSupport draft={`message:${member.id}`} />
      {photo && <AttachedPhotoPreview photo={photo} onRetry={retry} onRemove={remove} />}
      {/*
        The frame is the field: its line answers the focus, quietly, since one is nearly always writing here. With large
        letters in little room the buttons go below the words.
      */}
      <div className="flex items-end gap-1 @max-[15rem]:flex-wrap @max-[15rem]:justify-between rounded-card border border-field bg-sunk p-1 transition-colors focus-within:border-primary forced-colors:focus-within:outline-2">
        {photoInput}
        <IconButton icon={ImagePlus} label="Attach a photo" onClick={openPhotoInput} />
        <div className="min-w-0 flex-1 self-center @max-[15rem]:order-first @max-[15rem]:basis-full">
          <TextArea
            isBare
            ref={textArea}
            label={`Message to ${member.displayName}`}
            isLabelHidden
            minRows={1}
            maxRows={6}
            placeholder="Write a message..."
            {...(hasKeyboard() && { 'data-focus-place': '' })}
            {...form.field}
            onChange={(event) => {
              form.field.onChange(event);
              if (tellsTyping && event.target.value.trim() !== '') tellTyping(member.id);
            }}
            submitOn="enter"
            onPaste={onPaste}
          />
        </div>
        <IconButton
          type="submit"
          icon={SendHorizontal}
          label="Send message"
          disabled={!isSendable}
          className="enabled:bg-primary enabled:text-on-primary enabled:hover:bg-primary-strong enabled:hover:text-on-primary"
        />
      </div>
    </form>
  );
};
