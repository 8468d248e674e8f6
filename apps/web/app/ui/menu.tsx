import type { LucideIcon } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { createContext, type FocusEvent, type ReactNode, use, useEffect, useEffectEvent, useRef } from 'react';
import { classNames } from './class-names.ts';

type MenuProps = {
  /** The button that opens the menu; it must take a ref and attributes. */
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/**
 * Focuses the first item when the menu was opened by keyboard. A lazily loaded menu missed the key press that opened
 * it, so Radix assumes a pointer.
 */
const focusFirstItem = ({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
  if (target !== currentTarget || currentTarget.contains(relatedTarget)) return;
  if (!currentTarget.matches(':focus-visible')) return;
  currentTarget.querySelector<HTMLElement>('[role="menuitem"]:not([data-disabled])')?.focus();
};

/** Keeps the focus where it is if the user has moved it before the closed menu restores it. */
const keepFocusElsewhere = (event: Event) => {
  const menu = event.target as Element;
  const { activeElement } = document;
  if (activeElement !== document.body && !menu.contains(activeElement)) event.preventDefault();
};

/** Stores the action of the selected item until the menu is closed. */
const SelectContext = createContext<(action: () => void) => void>((action) => action());

/** The focus is back on the button before the action of an item runs, so that a dialog returns it there. */
export function Menu({ trigger, children, align = 'end', isOpen, onOpenChange }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const selected = useRef<() => void>(undefined);
  const close = useEffectEvent(() => onOpenChange(false));
  useEffect(() => {
    if (!isOpen) return undefined;
    const controller = new AbortController();
    // The button can be part of a frame that stays after navigation.
    window.addEventListener('popstate', () => close(), { signal: controller.signal });
    return () => controller.abort();
  }, [isOpen]);
  return (
    <Radix.Root modal={false} open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Trigger
        ref={button}
        asChild
        // Radix opens on pointer down, so a finger that starts to scroll there would open the menu.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onOpenChange(!isOpen)}
      >
        {trigger}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={12}
          onFocus={focusFirstItem}
          onCloseAutoFocus={(event) => {
            keepFocusElsewhere(event);
            // Radix focuses the button after this handler.
            queueMicrotask(() => {
              selected.current?.();
              selected.current = undefined;
            });
          }}
          onInteractOutside={(event) => {
            // Its own button closes it on click.
            if (event.target instanceof Node && button.current?.contains(event.target)) event.preventDefault();
          }}
          // No closing animation: a menu that fades out would still receive clicks.
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-y-auto rounded-control border border-line bg-surface p-1 text-ink shadow-float data-[state=open]:animate-float-in"
        >
          <SelectContext value={(action) => (selected.current = action)}>{children}</SelectContext>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type MenuItemProps = {
  icon?: LucideIcon;
  children: ReactNode;
  isDestructive?: boolean;
  isDisabled?: boolean;
  onSelect?: () => void;
  /** Turns its only child, a link, into the item. */
  asChild?: boolean;
};

const itemClass =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-small px-3 py-2 text-sm no-underline select-none focus-visible:-outline-offset-2 data-disabled:cursor-not-allowed data-disabled:text-field data-highlighted:bg-primary-soft';

export function MenuItem({
  icon: Icon,
  children,
  isDestructive = false,
  isDisabled = false,
  onSelect,
  asChild = false,
}: MenuItemProps) {
  const select = use(SelectContext);
  return (
    <Radix.Item
      asChild={asChild}
      disabled={isDisabled}
      className={classNames(itemClass, isDestructive ? 'text-danger' : 'text-ink')}
      {...(onSelect && { onSelect: () => select(onSelect) })}
    >
      {asChild ? (
        children
      ) : (
        <>
          {Icon !== undefined && <Icon size={20} strokeWidth={1.75} aria-hidden="true" />}
          {children}
        </>
      )}
    </Radix.Item>
  );
}

export function MenuSeparator() {
  return <Radix.Separator className="mx-2 my-1 h-px bg-line" />;
}
