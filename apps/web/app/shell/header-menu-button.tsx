import type { LucideIcon } from 'lucide-react';
import { cloneElement, type MouseEventHandler, type ReactElement, Suspense, useState } from 'react';
import { FailedMenu, lazyPart } from '../ui/lazy-part.tsx';
import type { NavigationLink } from './navigation.ts';

export type HeaderMenuEntry = NavigationLink | { label: string; icon: LucideIcon; onSelect: () => void } | 'separator';

type TriggerAttributes = {
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  autoFocus?: boolean;
  onClick?: MouseEventHandler;
  onPointerEnter?: () => void;
  onFocus?: () => void;
};

export type HeaderMenuProps = {
  trigger: ReactElement<TriggerAttributes>;
  entries: readonly HeaderMenuEntry[];
  align: 'start' | 'end';
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

const HeaderMenu = lazyPart(() => import('./header-menu.tsx'), {
  failed: (failure, { trigger }: HeaderMenuProps) => (
    <FailedMenu failure={failure}>
      {cloneElement(trigger, {
        'aria-haspopup': 'menu',
        'aria-expanded': false,
        autoFocus: true,
        onClick: failure.tryAgain,
      })}
    </FailedMenu>
  ),
});

type HeaderMenuButtonProps = Pick<HeaderMenuProps, 'trigger' | 'entries'> & { align?: 'start' | 'end' };

/** A button whose menu is fetched when it is likely to be wanted: the first load carries none of it. */
export function HeaderMenuButton({ trigger, entries, align = 'end' }: HeaderMenuButtonProps) {
  const [isWanted, setIsWanted] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const waiting = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: HeaderMenu.preload,
    onFocus: HeaderMenu.preload,
    onClick: () => {
      setIsWanted(true);
      setIsOpen(true);
    },
  });
  if (!isWanted) return waiting;
  return (
    <Suspense fallback={waiting}>
      <HeaderMenu trigger={trigger} entries={entries} align={align} isOpen={isOpen} onOpenChange={setIsOpen} />
    </Suspense>
  );
}
