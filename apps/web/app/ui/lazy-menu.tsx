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
import { useLazyOpening } from './opening.tsx';

type TriggerAttributes = {
  ref?: Ref<HTMLElement>;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  onClick?: MouseEventHandler;
  onPointerEnter?: () => void;
  onFocus?: () => void;
};

/** Props of the lazily loaded menu component, which passes them to `Menu`. */
export type LazyMenuProps = {
  trigger: ReactElement<TriggerAttributes>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

type ButtonProps = {
  /** The button; it must take a ref and attributes. */
  trigger: ReactElement<TriggerAttributes>;
  /** The button takes the focus when it mounts, for example after editing ends. */
  takesFocus?: boolean;
  /** Called when the user is likely to open the menu. Use it to preload code behind its items. */
  onIntent?: () => void;
};

/** Focuses the button unless something else has the focus. */
const focusUnlessElsewhere = (button: HTMLElement | null) => {
  if (document.activeElement === document.body) button?.focus({ preventScroll: true });
};

/**
 * A button whose menu loads when the user is likely to open it. The button stays unchanged until the menu opens. If
 * loading fails, a message says so and the next press retries.
 */
export function lazyMenu<Props extends object>(load: () => Promise<{ default: ComponentType<LazyMenuProps & Props> }>) {
  const Menu = lazyComponent<LazyMenuProps & Props>(load, {
    failed: ({ tryAgain }, { trigger }) => cloneElement(trigger, { onClick: tryAgain }),
  });
  return function MenuButton({ trigger, takesFocus = false, onIntent, ...props }: ButtonProps & Props) {
    const [isOpen, setIsOpen] = useState<boolean>();
    const { requestOpen, opening } = useLazyOpening(Menu, () => setIsOpen(true));
    const preload = () => {
      Menu.preload();
      onIntent?.();
    };
    // Once opened, the menu renders the button.
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
          onClick: requestOpen,
        })}
        {opening}
      </>
    );
  };
}
