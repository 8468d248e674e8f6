export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-60 -translate-y-20 rounded-control bg-primary px-4 py-2.5 text-sm font-semibold text-on-primary focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}
