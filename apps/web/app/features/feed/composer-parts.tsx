import type { CurrentUser } from '@commons/contract/auth';
import { postImageLimits } from '@commons/contract/feed';
import { CalendarDays, ChartBar, EyeOff, ImagePlus, type LucideIcon, X } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { useFocusKept, wordsOfForm } from '../../ui/focus-keeper.tsx';
import { useImageInput } from '../../ui/image-field.tsx';
import { Status } from '../../ui/loading.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { EventLeaf, EventPicker, timeIn } from '../events/index.ts';
import { AuthorSupport, readSentLater } from '../support/index.ts';
import { ComposerPictures } from './composer-pictures.tsx';
import { ComposerPoll } from './composer-poll.tsx';
import { ContentWarningField } from './content-warning.tsx';
import { addPicture } from './picture-uploads.ts';
import { changeParts, openTask, type Parts, useParts } from './post-parts.ts';

/** What was asked for has the focus as soon as it is there; pressed once more, its button leads to it. */
let wishedPart: 'poll' | 'warning' | null = null;
const leadTo = (part: 'poll' | 'warning'): void => {
  const field = document.querySelector<HTMLElement>(`[data-part=${part}] input`);
  field?.focus();
  wishedPart = field ? null : part;
};
const followWish = (): void => {
  if (wishedPart !== null) leadTo(wishedPart);
};

type ComposerPartsProps = { viewer: CurrentUser; isDisabled: boolean };

/** What stands between the words of a post and the button that shares them. */
export const ComposerPanels = ({ viewer, isDisabled }: ComposerPartsProps) => {
  const parts = useParts(viewer.id);
  const { contentWarning, pictures, poll, event } = parts;
  const change = (next: Partial<Parts>) => changeParts(viewer.id, () => next);
  const task = openTask(parts);
  const panels = useRef<HTMLDivElement>(null);
  useFocusKept(panels, wordsOfForm);
  // Before the next key, which may be Enter.
  useLayoutEffect(followWish);
  return (
    <div ref={panels} className="flex flex-col gap-3 empty:hidden [&:not(:empty)]:mt-2">
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
          <EventLeaf at={event.eventDate} />
          <p className="min-w-0 flex-1 text-sm">
            <span dir="auto" className="block font-semibold wrap-anywhere">
              {event.title}
            </span>
            <span className="text-muted">{timeIn(event.eventDate)}</span>
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

type ToolProps = {
  icon: LucideIcon;
  label: string;
  /** Visible text that is shorter than the label. */
  shortLabel?: string;
  isDisabled: boolean;
  onIntent?: () => void;
  onClick: () => void;
};

/** With its word where there is room for four of them. Larger letters take a second line. */
const Tool = ({ icon: Icon, label, shortLabel = label, isDisabled, onIntent, onClick }: ToolProps) => (
  <Button
    variant="quiet"
    size="small"
    title={label}
    aria-label={label}
    className="max-sm:min-h-11 max-sm:min-w-11 max-sm:px-0 sm:px-2"
    disabled={isDisabled}
    onPointerEnter={onIntent}
    onFocus={onIntent}
    onClick={onClick}
  >
    <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
    <span className="max-sm:sr-only">{shortLabel}</span>
  </Button>
);

const sayFull = () =>
  showToast({
    title: `A post can have up to ${postImageLimits.count} pictures`,
    description: 'The others were not added.',
    variant: 'info',
  });

/** What can be put beside the words of a post. */
export const ComposerTools = ({ viewer, isDisabled }: ComposerPartsProps) => {
  const { pictures } = useParts(viewer.id);
  const [isPicking, setIsPicking] = useState(false);
  const room = postImageLimits.count - pictures.length;
  const [input, openInput] = useImageInput({
    label: 'Picture files',
    isMultiple: true,
    onChoose: (file, index) => {
      if (index < room) addPicture(viewer.id, file);
      else if (index === room) sayFull();
    },
  });
  return (
    <div role="group" aria-label="Add to your post" className="-ms-2 me-auto flex min-w-0 flex-wrap">
      {input}
      <Tool icon={ImagePlus} label="Photo" isDisabled={isDisabled} onClick={room > 0 ? openInput : sayFull} />
      <Tool
        icon={ChartBar}
        label="Poll"
        isDisabled={isDisabled}
        onClick={() => {
          changeParts(viewer.id, ({ poll }) => ({ poll: poll ?? { options: ['', ''], days: 1 } }));
          leadTo('poll');
        }}
      />
      <Tool
        icon={CalendarDays}
        label="Event"
        isDisabled={isDisabled}
        onIntent={EventPicker.preload}
        onClick={() => setIsPicking(true)}
      />
      <Tool
        icon={EyeOff}
        label="Content warning"
        shortLabel="Warning"
        isDisabled={isDisabled}
        onClick={() => {
          changeParts(viewer.id, ({ contentWarning }) => ({ contentWarning: contentWarning ?? '' }));
          leadTo('warning');
        }}
      />
      {isPicking && (
        // What is sent in its dialogs is not the post, around which React would tell of it.
        <span onSubmit={(event) => event.stopPropagation()}>
          <EventPicker
            viewer={viewer}
            isOpen={isPicking}
            onOpenChange={setIsPicking}
            onPick={({ id, title, eventDate }) => changeParts(viewer.id, () => ({ event: { id, title, eventDate } }))}
          />
        </span>
      )}
    </div>
  );
};

export { readSentLater };

/** Looks at all that is written in the form. */
export const ComposerSupport = () => <AuthorSupport draft="post" />;
