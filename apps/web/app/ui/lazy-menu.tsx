import {
  cloneElement,
  type ComponentType,
  type MouseEventHandler,
  type ReactElement,
  type Ref,
  Suspense,
  useState,
} from 'react';
import { lazyComponent } from './lazy-component.tsx';
import { useOpening } from './opening.tsx';

type TriggerAttributes = {
  ref?: Ref<HTMLElement>;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
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

/** Whoever has gone on elsewhere keeps their place. */
const focusUnlessElsewhere = (button: HTMLElement | null) => {
  if (document.activeElement === document.body) button?.focus({ preventScroll: true });
};

/**
 * A button whose menu is fetched when it is likely to be wanted: most are never opened. The button stays what it is until
 * the menu opens; where that cannot be fetched it is said, and the next press asks again.
 */
export function lazyMenu<Props extends object>(load: () => Promise<{ default: ComponentType<LazyMenuProps & Props> }>) {
  const Menu = lazyComponent<LazyMenuProps & Props>(load, {
    failed: ({ tryAgain }, { trigger }) => cloneElement(trigger, { onClick: tryAgain }),
  });
  return function MenuButton({ trigger, takesFocus = false, onIntent, ...props }: ButtonProps & Props) {
    const [isOpen, setIsOpen] = useState<boolean>();
    const { ask, opening } = useOpening(Menu, () => setIsOpen(true));
    const preload = () => {
      Menu.preload();
      onIntent?.();
    };
    // From its first opening on the menu brings the button.
    if (isOpen !== undefined) {
      const menuProps = { ...(props as unknown as Props), trigger, isOpen, onOpenChange: setIsOpen };
      return (
        <Suspense fallback={trigger}>
          <Menu {...menuProps} />
        </Suspense>
      );
    }
    return (
      <>
        {cloneElement(trigger, {
          ...(takesFocus && { ref: focusUnlessElsewhere }),
          'aria-haspopup': 'menu',
          'aria-expanded': false,
          onPointerEnter: preload,
          onFocus: preload,
          onClick: ask,
        })}
        {opening}
      </>
    );
  };
}
