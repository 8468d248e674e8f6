import { findRepeatedOption, pollLimits } from '@commons/contract/polls';
import { isBlank } from '@commons/contract/text';
import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef } from 'react';
import { formatUnit } from '../../lib/locale.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/choices.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { AttachedPoll } from './composer-attachments.ts';

const dayOptions = Array.from({ length: pollLimits.maxDays }, (_, index) => ({
  value: String(index + 1),
  label: formatUnit(index + 1, 'day'),
}));

type ComposerPollProps = { poll: AttachedPoll; isDisabled: boolean; onChange: (poll: AttachedPoll | null) => void };

/** Editor of a poll with two to six options. The post's text is the question. */
export const ComposerPoll = ({ poll, isDisabled, onChange }: ComposerPollProps) => {
  const titleId = useId();
  const listRef = useRef<HTMLUListElement>(null);
  const { options } = poll;
  const repeatedIndex = findRepeatedOption(options);
  const setOption = (index: number, text: string) => onChange({ ...poll, options: options.with(index, text) });
  const focusOption = (index: number) =>
    requestAnimationFrame(() => listRef.current?.querySelectorAll('input').item(index)?.focus());
  const addOption = () => {
    if (options.length >= pollLimits.maxOptions) return;
    onChange({ ...poll, options: [...options, ''] });
    focusOption(options.length);
  };
  /** Moves to the next option on Enter, which must not submit the post. */
  const onKeyDown = (index: number) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (index < options.length - 1) focusOption(index + 1);
    else if (!isBlank(options[index] ?? '')) addOption();
  };
  return (
    <div
      role="group"
      aria-labelledby={titleId}
      className="relative flex flex-col gap-3 rounded-control border border-line p-3"
    >
      <div className="pe-12">
        <p id={titleId} className="text-sm font-semibold">
          Poll
        </p>
        <p className="text-xs text-muted">
          Ask your question in the post and add the options here. Votes are secret. Results appear after voting, or when
          the poll closes.
        </p>
      </div>
      <ul ref={listRef} className="flex flex-col gap-2">
        {options.map((option, index) => (
          <li key={index} className="flex items-center gap-1">
            <div className="min-w-0 flex-1">
              <TextField
                label={`Option ${index + 1}`}
                isLabelHidden
                autoComplete="off"
                placeholder={`Option ${index + 1}`}
                limit={{ max: pollLimits.optionCharacters }}
                readOnly={isDisabled}
                error={index === repeatedIndex ? 'This option is a duplicate' : undefined}
                value={option}
                onChange={({ target }) => setOption(index, target.value)}
                onKeyDown={onKeyDown(index)}
              />
            </div>
            {options.length > pollLimits.minOptions && (
              <IconButton
                icon={X}
                label={`Remove option ${index + 1}`}
                disabled={isDisabled}
                onClick={() => {
                  onChange({ ...poll, options: options.toSpliced(index, 1) });
                  focusOption(Math.max(0, index - 1));
                }}
              />
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-3 [&>div]:flex-row [&>div]:items-center [&>div]:gap-3">
        <Button
          variant="secondary"
          size="small"
          disabled={isDisabled || options.length >= pollLimits.maxOptions}
          onClick={addOption}
        >
          <Plus size={20} strokeWidth={1.75} aria-hidden="true" />
          Add an option
        </Button>
        <Select
          label="Open for"
          options={dayOptions}
          disabled={isDisabled}
          value={String(poll.days)}
          onChange={({ target }) => onChange({ ...poll, days: Number(target.value) })}
        />
      </div>
      <IconButton
        icon={X}
        label="Remove poll"
        className="absolute end-1 top-1"
        disabled={isDisabled}
        onClick={() => onChange(null)}
      />
    </div>
  );
};
