import { cloneElement, type ComponentType, type MouseEventHandler, type ReactElement, Suspense, useState } from 'react';
import { FailedMenu, lazyComponent } from './lazy-component.tsx';
import { Opening } from './loading.tsx';

type TriggerAttributes = {
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  autoFocus?: boolean;
  onClick?: MouseEventHandler;
  onPointerEnter?: () => void;
  onFocus?: () => void;
};

/** What the menu itself, in its file of its own, is given to hand to `Menu`. */
export type LazyMenuProps = {
  trigger: ReactElement<TriggerAttributes>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

type ButtonProps = {
  /** The button; it must take a ref and attributes. */
  trigger: ReactElement<TriggerAttributes>;
  /** The focus comes back to the button it left from, as after editing. */
  takesFocus?: boolean;
  /** The menu is likely to be opened: time to fetch what it leads to as well. */
  onIntent?: () => void;
};

/**
 * A button whose menu is fetched when it is likely to be wanted: most are never opened. Where that cannot be fetched its
 * button stays, and asks again when pressed.
 */
export function lazyMenu<Props extends object>(load: () => Promise<{ default: ComponentType<LazyMenuProps & Props> }>) {
  const Menu = lazyComponent<LazyMenuProps & Props>(load, {
    failed: (failure, { trigger }) => (
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
  return function MenuButton({ trigger, takesFocus = false, onIntent, ...props }: ButtonProps & Props) {
    const [isWanted, setIsWanted] = useState(false);
    const [isOpen, setIsOpen] = useState(false);
    const preload = () => {
      Menu.preload();
      onIntent?.();
    };
    const waiting = cloneElement(trigger, {
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      autoFocus: takesFocus,
      onPointerEnter: preload,
      onFocus: preload,
      onClick: () => {
        setIsWanted(true);
        setIsOpen(true);
      },
    });
    if (!isWanted) return waiting;
    const menuProps = { ...(props as unknown as Props), trigger, isOpen, onOpenChange: setIsOpen };
    return (
      <Suspense
        fallback={
          <>
            {waiting}
            <Opening />
          </>
        }
      >
        <Menu {...menuProps} />
      </Suspense>
    );
  };
}
