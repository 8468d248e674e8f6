import { cleanLine } from '@commons/contract/text';
import { Search } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../lib/paths.ts';
import { isShortcut } from '../lib/shortcuts.ts';
import { classNames } from '../ui/class-names.ts';
import { fieldClass } from '../ui/field.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const Suggestions = lazyPart(() => import('../features/search/suggestions.tsx'), {
  // Without suggestions, Enter still opens the results.
  failed: () => null,
});

type SearchBoxProps = {
  inputRef: RefObject<HTMLInputElement | null>;
  /** On narrow screens, the box is hidden until it is opened. */
  isUnfolded: boolean;
  onUnfold: (isUnfolded: boolean) => void;
  /** Called on Escape. Returns the focus to the button that opened the box. */
  onFold: () => void;
};

/** The search field of the header. Enter opens the search screen, and `/` focuses the field. */
export function SearchBox({ inputRef, isUnfolded, onUnfold, onFold }: SearchBoxProps) {
  const navigate = useNavigate();
  /** The typed text while the field has the focus. */
  const [typed, setTyped] = useState<string>();
  const { pathname, search } = useLocation();
  /** The field keeps the words of the results below it. */
  const searchedText = pathname === paths.search ? (new URLSearchParams(search).get('q') ?? '') : '';
  useEffect(() => {
    if (inputRef.current && inputRef.current !== document.activeElement) inputRef.current.value = searchedText;
  }, [searchedText, inputRef]);
  useEffect(() => {
    const focusOnSlash = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isShortcut(event)) return;
      event.preventDefault();
      onUnfold(true);
    };
    window.addEventListener('keydown', focusOnSlash);
    return () => window.removeEventListener('keydown', focusOnSlash);
  }, [onUnfold]);
  useEffect(() => {
    if (isUnfolded) inputRef.current?.focus();
  }, [isUnfolded, inputRef]);
  return (
    <form
      role="search"
      action={paths.search}
      className={classNames(
        'xl:relative xl:block xl:w-60 xl:min-w-49 xl:shrink',
        isUnfolded
          ? 'absolute inset-x-0 top-full border-b border-line bg-paper p-3 xl:inset-auto xl:border-0 xl:p-0'
          : 'hidden',
      )}
      onSubmit={(event) => {
        event.preventDefault();
        const text = new FormData(event.currentTarget).get('q');
        const trimmed = typeof text === 'string' ? cleanLine(text) : '';
        if (trimmed === '') return;
        setTyped(undefined);
        onUnfold(false);
        void navigate(paths.searchFor(trimmed));
      }}
    >
      <label className="relative block">
        <span className="sr-only">Search</span>
        <Search
          size={16}
          strokeWidth={1.75}
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 start-2.5 my-auto text-muted"
        />
        <input
          ref={inputRef}
          type="search"
          name="q"
          placeholder="Search community..."
          defaultValue={searchedText}
          autoComplete="off"
          enterKeyHint="search"
          className={classNames(fieldClass, 'h-10 w-full rounded-full pe-3 ps-8 text-sm pointer-coarse:h-11')}
          onFocus={({ currentTarget }) => setTyped(currentTarget.value)}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          onBlur={() => {
            setTyped(undefined);
            onUnfold(false);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            event.currentTarget.value = '';
            setTyped('');
            if (isUnfolded) onFold();
          }}
        />
      </label>
      {typed !== undefined && (
        <Suggestions
          inputRef={inputRef}
          text={typed}
          onLeave={() => {
            setTyped(undefined);
            onUnfold(false);
            inputRef.current?.blur();
          }}
        />
      )}
    </form>
  );
}
