import { cleanLine, cutText } from '@commons/contract/text';
import { Search, SquarePen, X } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { RecentMap } from '../../lib/client-state.ts';
import { CountBadge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { findFocusTarget, moveFocus } from '../../ui/focus.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ConversationList, ListSkeleton } from './conversation-list.tsx';
import { useListCounts } from './conversations.api.ts';
import { NewChat } from './new-chat.tsx';
import type { Outbox } from './outbox.ts';

const typingPauseMilliseconds = 250;

/** The text when typing last paused. */
const useDebouncedValue = (text: string): string => {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setDebounced, typingPauseMilliseconds, text);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : debounced;
};

type ConversationPanelProps = {
  chosenId: string | undefined;
  /** Undefined on the server. */
  outbox: Outbox | undefined;
  /** Whether the list of members for a new chat is open. */
  isStarting: boolean;
  onStartingChange: (isStarting: boolean) => void;
  className: string;
};

/** The left pane with the conversations. */
export const ConversationPanel = (props: ConversationPanelProps) => {
  const { chosenId, outbox, isStarting, onStartingChange, className } = props;
  /** After a member is chosen, the focus moves to the chat, otherwise back to the button. */
  const hasChosen = useRef(false);
  const [searchText, setSearchText] = useState('');
  const search = cutText(cleanLine(useDebouncedValue(searchText)), 100);
  const searchInput = useRef<HTMLInputElement>(null);
  const clearSearch = () => {
    setSearchText('');
    // The button disappears with the text.
    searchInput.current?.focus();
  };
  const scroller = useRememberedScroll(search === '' ? 'conversations' : null);
  const counts = useListCounts();
  const list = (kind: 'accepted' | 'requests') =>
    outbox ? <ConversationList kind={kind} search={search} chosenId={chosenId} outbox={outbox} /> : <ListSkeleton />;
  return (
    <section aria-label="Conversations" className={classNames('flex min-h-0 min-w-0 flex-col', className)}>
      <div className="flex items-center justify-between px-4 pt-3 md:pt-4">
        <p aria-hidden="true" className="font-heading text-xl font-semibold tracking-[-0.01em]">
          Messages
        </p>
        <IconButton icon={SquarePen} label="Start New Chat" onClick={() => onStartingChange(true)} className="-me-2" />
      </div>
      <search className="relative px-4 py-3">
        <Search
          size={16}
          strokeWidth={1.75}
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 start-6 z-1 my-auto text-muted"
        />
        <TextField
          ref={searchInput}
          label="Search names and messages"
          isLabelHidden
          type="search"
          placeholder="Search names and messages"
          autoComplete="off"
          className="ps-8 text-sm text-ellipsis [&::-webkit-search-cancel-button]:hidden"
          value={searchText}
          onChange={(event) => setSearchText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setSearchText('');
          }}
          {...(searchText !== '' && {
            trailing: <IconButton icon={X} label="Clear search" size="small" onClick={clearSearch} />,
          })}
        />
      </search>
      <div
        ref={scroller}
        data-scroller
        className="min-h-0 flex-1 overflow-y-auto [&_[role=tabpanel]]:pt-1 [&_[role=tablist]]:sticky [&_[role=tablist]]:top-0 [&_[role=tablist]]:z-1 [&_[role=tablist]]:bg-surface [&_[role=tablist]]:mx-0 [&_[role=tablist]]:px-4 [&_[role=tablist]]:mask-none md:max-lg:[&_[role=tablist]]:gap-4"
      >
        <Tabs
          label="Conversations and requests"
          tabs={[
            {
              value: 'accepted',
              label: 'Conversations',
              badge: <CountBadge count={counts.unread} text={`${counts.unread} unread`} />,
              content: list('accepted'),
            },
            {
              value: 'requests',
              label: 'Requests',
              badge: <CountBadge count={counts.requests} text={`${counts.requests} waiting`} />,
              content: list('requests'),
            },
          ]}
        />
      </div>
      <Dialog
        isOpen={isStarting}
        onOpenChange={onStartingChange}
        title="Start New Chat"
        onCloseAutoFocus={(event) => {
          if (!hasChosen.current) return;
          hasChosen.current = false;
          event.preventDefault();
          moveFocus(findFocusTarget());
        }}
      >
        <NewChat
          onChosen={() => {
            hasChosen.current = true;
            onStartingChange(false);
          }}
        />
      </Dialog>
    </section>
  );
};

const scrollPositions = new RecentMap<string, number>();

/** Restores the scroll position of a list after remounting or hiding. Does nothing if the key is null. */
const useRememberedScroll = (key: string | null): RefObject<HTMLDivElement | null> => {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const scroller = ref.current;
    if (!scroller || key === null) return undefined;
    let isVisible = false;
    const savePosition = () => {
      // A hidden list has no height and loses its scroll position.
      if (isVisible && scroller.clientHeight > 0) scrollPositions.set(key, scroller.scrollTop);
    };
    const restorePosition = () => {
      const wasVisible = isVisible;
      isVisible = scroller.clientHeight > 0;
      if (isVisible && !wasVisible) scroller.scrollTop = scrollPositions.get(key) ?? 0;
    };
    restorePosition();
    // The observer runs before the next paint, so the list never appears at the wrong position.
    const observer = new ResizeObserver(restorePosition);
    observer.observe(scroller);
    scroller.addEventListener('scroll', savePosition, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', savePosition);
    };
  }, [key]);
  return ref;
};
