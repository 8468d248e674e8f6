// Two lint rules that enforce the import layers of ARCHITECTURE.md. Plain JavaScript, because oxlint loads it with any
// version of Node.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Layers of each package, outermost first. A file may import from its own layer and from later ones. */
const layers = {
  server: ['app', 'features', 'community', 'pages', 'platform'],
  web: ['shell', 'features', 'ui', 'lib'],
};

const packageFolder = /^(?:apps|packages)\/([\w-]+)(?:\/|$)/;
const featureFolder = /^(?:apps\/server\/src|apps\/web\/app)\/features\/([\w-]+)(?:\/|$)/;
const testFile = /\.(?:test|spec|test-d|authorization)\.tsx?$|^apps\/[\w-]+\/test\/|^e2e\//;
const dataLibraries = /^(?:@tanstack\/react-query|@commons\/contract\/(?:endpoint|[\w-]+\/calls))(?:\/|$)/;

/** @typedef {{ file: string, package: string | null, layer: string | null, feature: string | null, isTest: boolean }} Location */

/** Returns the package, layer and feature of a file. The path is relative to the repository. */
function locationOf(/** @type {string} */ file) {
  const name = packageFolder.exec(file)?.[1] ?? null;
  const feature = featureFolder.exec(file)?.[1] ?? null;
  return { file, package: name, layer: layerOf(file, name, feature), feature, isTest: testFile.test(file) };
}

function layerOf(/** @type {string} */ file, /** @type {string | null} */ name, /** @type {string | null} */ feature) {
  if (feature !== null) return 'features';
  if (name === 'server' && file.startsWith('apps/server/src/')) {
    return /^apps\/server\/src\/(community|pages|platform)\//.exec(file)?.[1] ?? 'app';
  }
  if (name === 'web' && file.startsWith('apps/web/app/')) {
    return /^apps\/web\/app\/(ui|lib)\//.exec(file)?.[1] ?? 'shell';
  }
  return null;
}

/** Resolves a specifier to a path relative to the repository. Returns null for packages of npm and Node. */
function targetOf(/** @type {string} */ specifier, /** @type {string} */ importer) {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(importer), specifier);
  const workspace = /^@commons\/([\w-]+)(?:\/(.*))?$/.exec(specifier);
  if (workspace === null) return null;
  const [, name, rest = ''] = workspace;
  return name === 'contract' ? `packages/contract/src/${rest.replace('/', '.')}.ts` : `apps/${name}/${rest}`;
}

/** Returns the reason why `from` may not import `specifier`, or null if it may. */
function violation(/** @type {Location} */ from, /** @type {string} */ specifier) {
  if (from.package === null) return null;
  const target = targetOf(specifier, from.file);
  if (target === null) return violationOfPackage(from, specifier);
  const to = locationOf(target);

  if (from.package === 'contract' && to.package !== 'contract') return 'The contract imports only zod.';
  if (to.package !== from.package) {
    if (to.package !== 'contract') {
      return from.package === 'web' || from.package === 'server'
        ? `The ${from.package} may only import itself and the contract.`
        : null;
    }
    if (specifier.startsWith('.')) return 'Import the contract by its package name: @commons/contract/<name>.';
    return from.file.startsWith('apps/web/app/ui/') && dataLibraries.test(specifier) ? uiFetches : null;
  }
  if (from.isTest) return null;
  if (to.isTest) return 'Source code may not import tests.';
  return violationOfLayer(from, to) ?? violationOfFeature(from, to) ?? violationOfUi(from, to);
}

const uiFetches = 'The design system does not fetch data: features pass it as props.';

function violationOfPackage(/** @type {Location} */ from, /** @type {string} */ specifier) {
  if (from.package === 'contract' && !from.isTest && !/^zod(?:\/|$)/.test(specifier)) {
    return 'The contract imports only zod.';
  }
  if (from.file.startsWith('apps/web/app/ui/') && !from.isTest && dataLibraries.test(specifier)) return uiFetches;
  return null;
}

function violationOfLayer(/** @type {Location} */ from, /** @type {Location} */ to) {
  const order = layers[/** @type {'server' | 'web'} */ (from.package)];
  if (order === undefined || from.layer === null || to.layer === null) return null;
  if (order.indexOf(from.layer) <= order.indexOf(to.layer)) return null;
  return from.package === 'server'
    ? `On the server, imports go app → features → community → pages → platform → contract: ${nameOf(from)} may not import ${nameOf(to)}.`
    : `On the web, imports go routes and shell → features → ui → lib → contract: ${nameOf(from)} may not import ${nameOf(to)}.`;
}

function nameOf(/** @type {Location} */ location) {
  if (location.feature !== null) return `feature "${location.feature}"`;
  return location.layer === 'ui' || location.layer === 'lib' ? location.layer : `the ${location.layer}`;
}

function violationOfFeature(/** @type {Location} */ from, /** @type {Location} */ to) {
  if (from.feature === null || to.feature === null || from.feature === to.feature) return null;
  if (isFeatureIndex(to) || isTables(to)) return null;
  return `Feature "${from.feature}" may import feature "${to.feature}" only through its index.ts${
    from.package === 'server' ? ' (or a *.tables.ts)' : ''
  }.`;
}

function isFeatureIndex(/** @type {Location} */ location) {
  return /\/features\/[\w-]+\/index\.ts$/.test(location.file);
}

function isTables(/** @type {Location} */ location) {
  return location.package === 'server' && location.file.endsWith('.tables.ts');
}

/** Modules that call the API, or hold data of members. */
const membersData =
  /^apps\/web\/app\/lib\/(?:api-client|query-client|page-data|live|live-socket|drafts|unsaved-text|typed-fields|optimistic-settings|session-ended|upload)\.ts$/;

function violationOfUi(/** @type {Location} */ from, /** @type {Location} */ to) {
  if (!from.file.startsWith('apps/web/app/ui/')) return null;
  return membersData.test(to.file) ? uiFetches : null;
}

const schemasFile = /^packages\/contract\/src\/[\w-]+\.schemas\.ts$/;

/**
 * Returns the reason why `from` may not import schemas statically, or null if it may. Schemas are larger than the
 * screens that use them, so a browser loads them on demand. Their types are free.
 */
function violationOfSchemas(/** @type {Location} */ from, /** @type {string} */ specifier) {
  if (from.isTest || schemasFile.test(from.file)) return null;
  const isSchemas = /^zod(?:\/|$)/.test(specifier) || schemasFile.test(targetOf(specifier, from.file) ?? '');
  if (!isSchemas) return null;
  if (from.package === 'contract') return 'Only *.schemas.ts may import zod and other schemas.';
  return from.file.startsWith('apps/web/app/') ? 'Load schemas on demand with import().' : null;
}

/** Returns whether an import only imports types. */
function isOfTypes(/** @type {any} */ node) {
  return (node.importKind ?? node.exportKind) === 'type' || node.type === 'TSImportType';
}

/** Calls `check(node, specifier, statement)` for each import and re-export of a file, including types. */
function visitImports(/** @type {(node: any, specifier: string, statement: any) => void} */ check) {
  const visit = (/** @type {any} */ node) => {
    const source = node.source ?? node.argument?.literal ?? node.argument;
    if (typeof source?.value === 'string') check(source, source.value, node);
  };
  return {
    ImportDeclaration: visit,
    ExportNamedDeclaration: visit,
    ExportAllDeclaration: visit,
    ImportExpression: visit,
    TSImportType: visit,
  };
}

function fileOf(/** @type {any} */ context) {
  return path.relative(context.cwd, context.filename).replaceAll('\\', '/');
}

const imports = {
  meta: { type: 'problem' },
  create(/** @type {any} */ context) {
    const from = locationOf(fileOf(context));
    return visitImports((node, specifier, statement) => {
      const isStaticValue = !isOfTypes(statement) && statement.type !== 'ImportExpression';
      const message = violation(from, specifier) ?? (isStaticValue ? violationOfSchemas(from, specifier) : null);
      if (message !== null) context.report({ node, message });
    });
  },
};

/**
 * Returns the features that each feature imports, including imports of tables. `import/no-cycle` does not cover this:
 * two features can depend on each other through unrelated files.
 */
function featureGraph(/** @type {string} */ featuresFolder) {
  /** @type {Map<string, Set<string>>} */
  const graph = new Map();
  for (const feature of readdirSync(featuresFolder)) {
    const folder = path.join(featuresFolder, feature);
    if (!statSync(folder).isDirectory()) continue;
    const imported = new Set();
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(file) || testFile.test(file)) continue;
      const source = readFileSync(path.join(folder, file), 'utf8');
      for (const [, specifier] of source.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)) {
        const target = path.relative(featuresFolder, path.resolve(folder, path.dirname(file), specifier));
        const other = target.split(path.sep)[0];
        if (other !== '..' && other !== feature) imported.add(other);
      }
    }
    graph.set(feature, imported);
  }
  return graph;
}

/** Returns the shortest path of imports from one feature to another, or null. */
function pathBetween(
  /** @type {Map<string, Set<string>>} */ graph,
  /** @type {string} */ start,
  /** @type {string} */ goal,
) {
  const paths = [[start]];
  const seen = new Set([start]);
  for (const currentPath of paths) {
    const last = /** @type {string} */ (currentPath.at(-1));
    if (last === goal) return currentPath;
    for (const next of graph.get(last) ?? []) {
      if (!seen.has(next)) {
        seen.add(next);
        paths.push([...currentPath, next]);
      }
    }
  }
  return null;
}

/** @type {Map<string, { graph: Map<string, Set<string>>, readAt: number }>} */
const graphs = new Map();
/** Cache lifetime: a command-line run reads each graph once, and an editor's process sees changes after this time. */
const graphLifeMs = 5_000;

function graphOf(/** @type {string} */ featuresFolder) {
  const cachedGraph = graphs.get(featuresFolder);
  if (cachedGraph !== undefined && Date.now() - cachedGraph.readAt < graphLifeMs) return cachedGraph.graph;
  const graph = featureGraph(featuresFolder);
  graphs.set(featuresFolder, { graph, readAt: Date.now() });
  return graph;
}

const featureCycles = {
  meta: { type: 'problem' },
  create(/** @type {any} */ context) {
    const from = locationOf(fileOf(context));
    if (from.feature === null || from.isTest) return {};
    const featuresFolder = path.join(context.cwd, from.file.slice(0, from.file.indexOf('/features/')), 'features');
    return visitImports((node, specifier) => {
      const target = targetOf(specifier, from.file);
      if (target === null || !target.startsWith(from.file.slice(0, from.file.indexOf('/features/')))) return;
      const to = locationOf(target);
      if (to.feature === null || to.feature === from.feature) return;
      const returnPath = pathBetween(graphOf(featuresFolder), to.feature, from.feature);
      if (returnPath !== null) {
        context.report({
          node,
          message: `Features form a cycle: ${[from.feature, ...returnPath].join(' → ')}. A subscriber imports the publisher, never the reverse.`,
        });
      }
    });
  },
};

export default { meta: { name: 'boundaries' }, rules: { imports, 'feature-cycles': featureCycles } };
