/** Marks the link to the section in the middle of the window, or to the previous one between sections. */
export function markCurrentSection(bar: Element): void {
  const links = [...bar.querySelectorAll<HTMLAnchorElement>('a')];
  const observer = new IntersectionObserver(
    (entries) => {
      const entered = entries.find(({ isIntersecting }) => isIntersecting)?.target.id;
      if (entered === undefined) return;
      for (const link of links)
        if (link.hash === `#${entered}`) link.setAttribute('aria-current', 'location');
        else link.removeAttribute('aria-current');
    },
    { rootMargin: '-50% 0px' },
  );
  for (const { hash } of links) {
    const section = document.querySelector(hash);
    if (section) observer.observe(section);
  }
}
