import type { CurrentUser } from '@commons/contract/auth/schemas';
import { postImageLimits } from '@commons/contract/feed';
import { CalendarDays, ChartBar, EyeOff, ImagePlus, type LucideIcon, X } from 'lucide-react';
import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { showToast } from '../../lib/toast-store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useFocusRestored, textAreaOfForm } from '../../ui/focus.tsx';
import { useImageInput } from '../../ui/image-field.tsx';
import { useLazyDisclosure } from '../../ui/lazy-opening.tsx';
import { Status } from '../../ui/loading.tsx';
import { DateBadge, EventPicker, formatEventTime } from '../events/index.ts';
import { AuthorSupport, checkSentText } from '../support/index.ts';
import { changeAttachments, nextTask, type Attachments, useAttachments } from './composer-attachments.ts';
import { ComposerPictures } from './composer-pictures.tsx';
import { ComposerPoll } from './composer-poll.tsx';
import { ContentWarningField } from './content-warning.tsx';
import { addPicture } from './picture-uploads.ts';

/** Attachment that gets the focus as soon as it has mounted. */
let attachmentToFocus: 'poll' | 'warning' | null = null;
const focusAttachment = (attachment: 'poll' | 'warning'): void => {
  const field = document.querySelector<HTMLElement>(`[data-part=${attachment}] input`);
  field?.focus();
  attachmentToFocus = field ? null : attachment;
};
const focusRequestedAttachment = (): void => {
  if (attachmentToFocus !== null) focusAttachment(attachmentToFocus);
};

type ComposerAttachmentsProps = { viewer: CurrentUser; isDisabled: boolean };

/** Attachments of the post, between its text and the submit button. */
export const ComposerPanels = ({ viewer, isDisabled }: ComposerAttachmentsProps) => {
  const attachments = useAttachments(viewer.id);
  const { contentWarning, pictures, poll, event } = attachments;
  const change = (next: Partial<Attachments>) => changeAttachments(viewer.id, () => next);
  const task = nextTask(attachments);
  const panelsRef = useRef<HTMLDivElement>(null);
  useFocusRestored(panelsRef, textAreaOfForm);
  // A layout effect runs before the next key press, which may be Enter.
  useLayoutEffect(focusRequestedAttachment);
  return (
    <div
      ref={panelsRef}
      className="flex flex-col gap-3 empty:hidden [&:not(:empty)]:mt-2 max-md:[&_:is(input,select,button)]:scroll-mb-16"
    >
      {contentWarning !== null && (
        <div data-part="warning">
          <ContentWarningField
            value={contentWarning}
            isDisabled={isDisabled}
            onChange={(next) => change({ contentWarning: next })}
          />
        </div>
      )}
      {pictures.length > 0 && <ComposerPictures memberId={viewer.id} pictures={pictures} isDisabled={isDisabled} />}
      {poll && (
        <div data-part="poll">
          <ComposerPoll poll={poll} isDisabled={isDisabled} onChange={(next) => change({ poll: next })} />
        </div>
      )}
      {event && (
        <div className="relative flex items-center gap-3 rounded-control border border-line p-3 pe-12">
          <DateBadge at={event.eventDate} />
          <p className="min-w-0 flex-1 text-sm">
            <span dir="auto" className="block font-semibold wrap-anywhere">
              {event.title}
            </span>
            <span className="text-muted">{formatEventTime(event.eventDate)}</span>
          </p>
          <IconButton
            icon={X}
            label={`Remove event, ${event.title}`}
            className="absolute end-1 top-1"
            disabled={isDisabled}
            onClick={() => change({ event: null })}
          />
        </div>
      )}
      {(pictures.length > 0 || poll) && <Status className="text-sm text-muted empty:hidden">{task}</Status>}
    </div>
  );
};

type ToolbarButtonProps = Omit<ComponentProps<typeof Button>, 'children'> & {
  icon: LucideIcon;
  label: string;
  /** Visible text, if shorter than the label. */
  shortLabel?: string;
  isDisabled: boolean;
};

/** A toolbar button. On phones it shows its icon only, so that the submit button is in the same row. */
const ToolbarButton = ({ icon: Icon, label, shortLabel = label, isDisabled, ...rest }: ToolbarButtonProps) => (
  <Button
    variant="quiet"
    size="small"
    title={label}
    aria-label={label}
    className="px-2 max-sm:min-w-11"
    disabled={isDisabled}
    {...rest}
  >
    <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
    <span className="max-sm:hidden">{shortLabel}</span>
  </Button>
);

const showLimitReached = () =>
  showToast({
    title: `A post can have up to ${postImageLimits.count} pictures`,
    description: 'The others were not added.',
    variant: 'info',
  });

/** Buttons that add attachments to the post. */
export const ComposerTools = ({ viewer, isDisabled }: ComposerAttachmentsProps) => {
  const { pictures } = useAttachments(viewer.id);
  const picker = useLazyDisclosure(EventPicker);
  const remainingCount = postImageLimits.count - pictures.length;
  const [input, openInput] = useImageInput({
    label: 'Picture files',
    isMultiple: true,
    onChoose: (file, index) => {
      if (index < remainingCount) addPicture(viewer.id, file);
      else if (index === remainingCount) showLimitReached();
    },
  });
  return (
    <div role="group" aria-label="Add to your post" className="-ms-2 flex min-w-0 flex-wrap">
      {input}
      <ToolbarButton
        icon={ImagePlus}
        label="Photo"
        isDisabled={isDisabled}
        onClick={remainingCount > 0 ? openInput : showLimitReached}
      />
      <ToolbarButton
        icon={ChartBar}
        label="Poll"
        isDisabled={isDisabled}
        onClick={() => {
          changeAttachments(viewer.id, ({ poll }) => ({ poll: poll ?? { options: ['', ''], days: 1 } }));
          focusAttachment('poll');
        }}
      />
      <ToolbarButton icon={CalendarDays} label="Event" isDisabled={isDisabled} {...picker.button} />
      <ToolbarButton
        icon={EyeOff}
        label="Content warning"
        shortLabel="Warning"
        isDisabled={isDisabled}
        onClick={() => {
          changeAttachments(viewer.id, ({ contentWarning }) => ({ contentWarning: contentWarning ?? '' }));
          focusAttachment('warning');
        }}
      />
      {picker.isOpen === true && (
        // React bubbles the submit event of the dialog's form to the post's form.
        <span onSubmit={(event) => event.stopPropagation()}>
          <EventPicker
            viewer={viewer}
            isOpen
            onOpenChange={picker.setIsOpen}
            onPick={({ id, title, eventDate }) =>
              changeAttachments(viewer.id, () => ({ event: { id, title, eventDate } }))
            }
          />
        </span>
      )}
    </div>
  );
};

export { checkSentText };

/** Checks the texts of the form for signs that the author may need support. */
export const ComposerSupport = () => <AuthorSupport draft="post" />;
