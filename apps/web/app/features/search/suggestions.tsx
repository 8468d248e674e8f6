import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useViewerId } from '../auth/index.ts';
import { optionId, OptionList } from './option-list.tsx';
import { type Option, useSearchOptions } from './options.tsx';

type SuggestionsProps = {
  /** The search field and its text. */
  inputRef: RefObject<HTMLInputElement | null>;
  text: string;
  onLeave: () => void;
};

/** Suggestions below the header's search field. The code loads when the field first gets the focus. */
export default function Suggestions({ inputRef, text, onLeave }: SuggestionsProps) {
  const viewerId = useViewerId() ?? '';
  const navigate = useNavigate();
  const id = useId();
  const { options, status } = useSearchOptions(text, viewerId);
  const [active, setActive] = useState<{ text: string; key: string | undefined }>();
  // The active option stays active when other results arrive around it.
  const index = options.findIndex(({ key }) => active?.text === text && key === active.key);
  const choose = ({ to }: Option) => {
    onLeave();
    if (to !== undefined) void navigate(to);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      const positionCount = options.length + 1;
      setActive({ text, key: options[((index + 1 + step + positionCount) % positionCount) - 1]?.key });
    }
    if (event.key !== 'Enter') return;
    const activeOption = options[index];
    if (!activeOption) return;
    event.preventDefault();
    choose(activeOption);
  });
  useEffect(() => {
    const input = inputRef.current;
    input?.addEventListener('keydown', onKey);
    return () => input?.removeEventListener('keydown', onKey);
  }, [inputRef]);
  // The field is rendered before this code has loaded, so the combobox attributes are added here.
  const isShown = options.length > 0 || status !== '';
  useEffect(() => {
    const input = inputRef.current;
    if (!input) return undefined;
    const attributes = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': String(isShown),
      'aria-controls': isShown ? id : '',
      'aria-activedescendant': index >= 0 ? optionId(id, index) : '',
    };
    for (const [name, value] of Object.entries(attributes))
      if (value === '') input.removeAttribute(name);
      else input.setAttribute(name, value);
    return () => {
      for (const name of Object.keys(attributes)) input.removeAttribute(name);
    };
  }, [inputRef, id, index, isShown]);
  if (!isShown) return null;
  return (
    <div className="absolute inset-x-3 top-full z-40 max-h-[min(32rem,70dvh)] overflow-y-auto rounded-card border border-line bg-surface p-1 shadow-float xl:inset-x-auto xl:end-0 xl:mt-2 xl:w-96">
      <OptionList id={id} options={options} active={index} status={status} onChoose={choose} />
    </div>
  );
}
