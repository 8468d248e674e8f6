import { Ellipsis } from 'lucide-react';
import { Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { FailedMenu, lazyPart } from '../../ui/lazy-part.tsx';

type LazyMenuProps = {
  label: string;
  /** What the button says to those who rest on it. */
  title: string;
  size?: 'small' | 'medium';
  className?: string;
  /** After editing, the focus comes back to the button it left from. */
  takesFocus: boolean;
  /** Begins to fetch the menu when it is likely to be wanted. */
  onApproach: () => void;
  /** The menu itself, open from the start; it brings its own trigger. */
  children: ReactNode;
};

type MenuLook = { label: string; title: string; size?: 'small' | 'medium'; className?: string };

/** A menu in a file of its own. Where that cannot be fetched, its button stays, and asks again when pressed. */
export const lazyMenu = <Props extends MenuLook>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazyPart(load, {
    failed: (failure, { label, title, size, className }) => (
      <FailedMenu failure={failure}>
        <IconButton
          icon={Ellipsis}
          label={label}
          title={title}
          size={size ?? 'medium'}
          aria-haspopup="menu"
          aria-expanded={false}
          autoFocus
          className={className}
          onClick={failure.tryAgain}
        />
      </FailedMenu>
    ),
  });

/** The button of a menu whose code is fetched with its first use: most cards' menus are never opened. */
export const LazyMenu = ({
  label,
  title,
  size = 'medium',
  className,
  takesFocus,
  onApproach,
  children,
}: LazyMenuProps) => {
  const [isWanted, setIsWanted] = useState(false);
  const button = (
    <IconButton
      icon={Ellipsis}
      label={label}
      title={title}
      size={size}
      aria-haspopup="menu"
      aria-expanded={false}
      autoFocus={takesFocus}
      className={className}
      onPointerEnter={onApproach}
      onFocus={onApproach}
      onClick={() => setIsWanted(true)}
    />
  );
  return isWanted ? <Suspense fallback={button}>{children}</Suspense> : button;
};
