import {
  cloneElement,
  type ComponentType,
  type MouseEventHandler,
  type ReactElement,
  type Ref,
  startTransition,
  useState,
} from 'react';
import { showToast } from '../lib/toast-store.ts';
import { announce } from './announcer.tsx';
import { moveLostFocus } from './focus.tsx';
import { type LazyPart, lazyPart } from './lazy-part.tsx';

/** Loads faster than this need no announcement. */
const announceAfterMilliseconds = 400;

/**
 * Loads code after a press. Resolves to false if loading fails, or if the user does something else in the meantime:
 * opening then would steal the focus.
 */
const loadForPress = (preload: () => Promise<boolean>): Promise<boolean> =>
  new Promise((resolve) => {
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(announce, announceAfterMilliseconds, 'Opening');
    const end = (isLoaded: boolean) => {
      controller.abort();
      clearTimeout(timer);
      resolve(isLoaded);
    };
    const handleInput = (event: Event) => {
      const { key, detail } = event as KeyboardEvent;
      // Ignored: the second click of a double click, and keys that neither type a character nor leave, such as Enter.
      const endsWait = key ? /^(?:[^ ]|Escape|Tab)$/.test(key) : !(detail > 1);
      if (endsWait) end(false);
    };
    // Scrolling does not count. Dictation and many phone keyboards send `input` without a named key. Handlers run in
    // the capture phase, so that a press on the same button starts again.
    for (const type of ['click', 'keydown', 'input', 'popstate'])
      window.addEventListener(type, handleInput, { capture: true, signal });
    void preload().then((isLoaded) => {
      if (signal.aborted) return;
      if (!isLoaded)
        showToast({
          title: 'Error',
          description:
            'This could not be opened. Please try again. Reloading the page often helps, especially after an update.',
          variant: 'destructive',
        });
      end(isLoaded);
    });
  });

type TriggerAttributes = {
  ref?: Ref<HTMLElement>;
  'aria-busy'?: boolean;
  'data-opening'?: '';
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  onClick?: MouseEventHandler;
  onPointerEnter?: () => void;
  onTouchStart?: () => void;
  onFocus?: () => void;
};

/** A button; it must take a ref and attributes. */
type Trigger = ReactElement<TriggerAttributes>;

/**
 * Opens a lazy part on request, as soon as its code is loaded. Until then the button is busy. If loading fails, a toast
 * says so, and the next press retries.
 */
export function useLazyDisclosure({ preload }: Pick<LazyPart<never>, 'preload'>) {
  /** Undefined until it is opened for the first time. */
  const [isOpen, setIsOpen] = useState<boolean>();
  const [isPending, setIsPending] = useState(false);
  // Not an async transition: React would hold back all other transitions, such as navigations, until the code is there.
  const open = async () => {
    setIsPending(true);
    const isLoaded = await loadForPress(preload);
    startTransition(() => {
      setIsPending(false);
      if (isLoaded) setIsOpen(true);
    });
  };
  const preloadOnIntent = () => void preload();
  const button: Omit<TriggerAttributes, 'ref'> = {
    ...(isPending && { 'aria-busy': true, 'data-opening': '' }),
    onClick: () => void open(),
    onPointerEnter: preloadOnIntent,
    onTouchStart: preloadOnIntent,
    onFocus: preloadOnIntent,
  };
  return { isOpen, setIsOpen, open: () => void open(), button };
}

export type DialogState = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** Props of the lazily loaded menu component, which passes them to `Menu`. */
export type LazyMenuProps = DialogState & { trigger: Trigger };

/** Creates a button with a dialog. The dialog's code loads when the user is likely to open it. */
export function lazyDialog<Props extends DialogState>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Dialog = lazyPart(load);
  return function DialogButton({ trigger, ...props }: { trigger: Trigger } & Omit<Props, keyof DialogState>) {
    const { isOpen, setIsOpen, button } = useLazyDisclosure(Dialog);
    const dialogProps = { ...(props as unknown as Props), isOpen: true, onOpenChange: setIsOpen };
    return (
      <>
        {cloneElement(trigger, button)}
        {isOpen === true && <Dialog {...dialogProps} />}
      </>
    );
  };
}

type MenuButtonProps = {
  trigger: Trigger;
  /** The button takes the focus when it mounts, for example after editing ends. */
  takesFocus?: boolean;
  /** Called when the user is likely to open the menu. Use it to preload code behind its items. */
  onIntent?: () => void;
};

const showButton = ({ trigger }: LazyMenuProps) => trigger;

/** Creates a button with a menu. The menu's code loads when the user is likely to open it. */
export function lazyMenu<Props extends object>(load: () => Promise<{ default: ComponentType<LazyMenuProps & Props> }>) {
  const Menu = lazyPart(load, { fallback: showButton, failed: showButton });
  const preload = async (onIntent?: () => void) => {
    onIntent?.();
    return Menu.preload();
  };
  return function MenuButton({ trigger, takesFocus = false, onIntent, ...props }: MenuButtonProps & Props) {
    const { isOpen, setIsOpen, button } = useLazyDisclosure({ preload: () => preload(onIntent) });
    // Once opened, the menu renders the button.
    if (isOpen !== undefined) {
      const menuProps = { ...(props as unknown as Props), trigger, isOpen, onOpenChange: setIsOpen };
      return <Menu {...menuProps} />;
    }
    return cloneElement(trigger, {
      ...button,
      ...(takesFocus && { ref: moveLostFocus }),
      'aria-haspopup': 'menu',
      'aria-expanded': false,
    });
  };
}
