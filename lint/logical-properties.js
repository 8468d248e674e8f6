// Class names use start and end instead of left and right, so that the layout works in right-to-left languages.
import path from 'node:path';

const sides = { l: 's', r: 'e', tl: 'ss', tr: 'se', bl: 'es', br: 'ee', left: 'start', right: 'end' };

const amount = String.raw`(?:\d[\d./]*|px|auto|full|\[.+|\(.+)`;
const physical = [
  new RegExp(`^([mp]|scroll-[mp])([lr])(?=-${amount}$)`),
  new RegExp(`^()(left|right)(?=-${amount}$)`),
  /^(border-|rounded-)(tl|tr|bl|br|l|r)(?=-|$)/,
  /^(text-|float-|clear-)(left|right)$/,
];

/** Returns the logical class for a physical one; undefined if the class has no side. */
function logicalClass(/** @type {string} */ name) {
  // `max-md:hover:-ml-2`: variants and signs stay unchanged. A variant may contain a colon in brackets.
  const [, before = '', utility = ''] = /^((?:(?:\[[^\]]*\]|[^\s:[])+:)*[!-]*)(.*)$/.exec(name) ?? [];
  for (const pattern of physical) {
    const match = pattern.exec(utility);
    if (match === null) continue;
    const [whole, kind = '', side = ''] = match;
    return `${before}${kind}${sides[/** @type {keyof typeof sides} */ (side)]}${utility.slice(whole.length)}`;
  }
  return undefined;
}

const classes = {
  meta: { type: 'problem', fixable: 'code' },
  create(/** @type {any} */ context) {
    if (!path.relative(context.cwd, context.filename).replaceAll('\\', '/').startsWith('apps/web/app/')) return {};
    const check = (/** @type {any} */ node, /** @type {unknown} */ value) => {
      if (typeof value !== 'string') return;
      for (const name of value.split(/\s+/)) {
        const logical = logicalClass(name);
        if (logical === undefined) continue;
        context.report({
          node,
          message: `Use ${logical} instead of ${name}: the side where a line starts depends on the language.`,
          fix: (/** @type {any} */ fixer) =>
            fixer.replaceText(
              node,
              context.sourceCode.getText(node).replace(name, () => logical),
            ),
        });
      }
    };
    return {
      Literal: (/** @type {any} */ node) => check(node, node.value),
      TemplateElement: (/** @type {any} */ node) => check(node, node.value.raw),
    };
  },
};

export default { meta: { name: 'logical-properties' }, rules: { classes } };
