import type { CurrentUser } from '@commons/contract/auth/schemas';
import type { MemberSummary } from '@commons/contract/members/schemas';
import { messageLimits } from '@commons/contract/messages';
import { messageCalls } from '@commons/contract/messages/calls';
import { isBlank, isWithin } from '@commons/contract/text';
import { CircleAlert, ImagePlus, SendHorizontal, X } from 'lucide-react';
import type { ClipboardEvent } from 'react';
import { useDraftForm } from '../../lib/drafts.ts';
import { createPictureUploads, type PictureUpload } from '../../lib/picture-uploads.ts';
import { randomId } from '../../lib/random-id.ts';
import { useStore } from '../../lib/store.ts';
import { upload } from '../../lib/upload.ts';
import { AnimationNotice } from '../../ui/animation-notice.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { useFocusWhenReady } from '../../ui/focus.tsx';
import { UploadProgress, useImageInput } from '../../ui/image-field.tsx';
import { Status } from '../../ui/loading.tsx';
import { bareFieldCardClass, TextArea } from '../../ui/text-area.tsx';
import { AuthorSupport } from '../support/index.ts';
import { notifyTyping } from './chat.ts';
import type { Outbox } from './outbox.ts';

/** On a touch screen, focusing the field would open the keyboard over the messages. */
const hasKeyboard = (): boolean => window.matchMedia('(pointer: fine)').matches;

export const messageDraft = (memberId: string): string => `message:${memberId}`;

type MessageComposerProps = { member: MemberSummary; viewer: CurrentUser; outbox: Outbox; sendsTyping: boolean };

export const MessageComposer = ({ member, viewer, outbox, sendsTyping }: MessageComposerProps) => {
  const form = useDraftForm({
    memberId: viewer.id,
    name: messageDraft(member.id),
    maxCharacters: messageLimits.characters,
    isBusy: false,
  });
  const photo = useStore(photos.store, (uploads) => uploads.get(member.id) ?? null);
  const attach = (file: File) => void photos.add(member.id, file, randomId());
  const [photoInput, openPhotoInput] = useImageInput({ label: 'Photo file', onChoose: attach });
  const textArea = useFocusWhenReady(hasKeyboard());
  const { content } = form;
  const isPhotoPending = photo !== null && photo.uploaded === null;
  const canSubmit =
    (content !== '' || photo !== null) && !isPhotoPending && isWithin(content, messageLimits.characters);

  const sendMessage = () => {
    if (!canSubmit) return;
    outbox.add({
      clientId: randomId(),
      receiverId: member.id,
      receiverName: member.displayName,
      content,
      photo: photo?.uploaded ?? null,
      createdAt: new Date().toISOString(),
    });
    form.clear();
    photos.remove(member.id);
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
      <AuthorSupport draft={messageDraft(member.id)} />
      {photo && (
        <AttachedPhotoPreview
          photo={photo}
          onRetry={() => void photos.retry(member.id)}
          onRemove={() => photos.remove(member.id)}
        />
      )}
      {/* The frame acts as the field and shows its focus. With large text, the buttons wrap below. */}
      <div
        className={`flex items-end gap-1 @max-[15rem]:flex-wrap @max-[15rem]:justify-between rounded-card border border-field bg-control p-1 transition-colors hover:border-ink ${bareFieldCardClass}`}
      >
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
              if (sendsTyping && !isBlank(event.target.value)) notifyTyping(member.id);
            }}
            submitOn="enter"
            onPaste={onPaste}
          />
        </div>
        <IconButton
          type="submit"
          icon={SendHorizontal}
          label="Send message"
          disabled={!canSubmit}
          className="enabled:bg-primary enabled:text-on-primary enabled:hover:bg-primary-strong enabled:hover:text-on-primary"
        />
      </div>
    </form>
  );
};

/** Attached photos of unsent messages by receiver. They are kept while another chat is open. */
const photos = createPictureUploads({
  send: (sent) => upload(messageCalls.uploadMessagePhoto, sent),
  failedText: 'The photo could not be uploaded. Please try again.',
});

type AttachedPhotoPreviewProps = { photo: PictureUpload<unknown>; onRetry: () => void; onRemove: () => void };

/** The photo of the next message, with its upload progress. */
const AttachedPhotoPreview = ({ photo, onRetry, onRemove }: AttachedPhotoPreviewProps) => {
  return (
    <div className="mb-2 flex items-center gap-3 rounded-control border border-line p-2">
      <img
        src={photo.previewUrl}
        alt="Your attachment"
        className="size-16 shrink-0 rounded-small bg-line object-cover"
      />
      <div className="min-w-0 flex-1 text-sm">
        {photo.error === null ? (
          <>
            <Status className="text-muted">{photo.uploaded ? 'Photo ready' : 'Uploading photo'}</Status>
            <AnimationNotice file={photo.file} />
            {!photo.uploaded && (
              <div className="mt-1.5 max-w-48">
                <UploadProgress share={photo.progress} valueText="Uploading photo" />
              </div>
            )}
          </>
        ) : (
          <>
            <p role="alert" className="flex items-start gap-1.5 text-danger">
              <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
              {photo.error}
            </p>
            {photo.isRetryable && (
              <Button variant="quiet" size="small" className="-ms-3" onClick={onRetry}>
                Try again
              </Button>
            )}
          </>
        )}
      </div>
      <IconButton icon={X} label="Remove photo" onClick={onRemove} />
    </div>
  );
};
