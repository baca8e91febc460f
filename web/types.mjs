// Write src/generated/*.ts from the JSON schemas on standard input, and which game has which view; called by `make types`.

import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { compile } from 'json-schema-to-typescript';

const folder = new URL('./src/generated/', import.meta.url);
const files = JSON.parse(await text(process.stdin));

for (const name of readdirSync(folder)) rmSync(new URL(name, folder));
for (const [name, { schema, digest }] of Object.entries(files)) {
  const source = await compile(schema, name === 'protocol' ? 'Protocol' : 'View', {
    bannerComment: `// Written by \`make types\` from the server's models: do not edit.\n// schema ${digest}`,
    additionalProperties: false,
    unreachableDefinitions: true,
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 120 },
  });
  const short = source
    .replace(/ \*\n \* This interface was referenced by `\w+`'s JSON-Schema\n \* via the `definition` "\w+"\.\n/g, '')
    .replace(
      /\/\*\*\n \* This interface was referenced by `\w+`'s JSON-Schema\n \* via the `definition` "\w+"\.\n \*\/\n/g,
      '',
    );
  writeFileSync(new URL(`${name}.ts`, folder), short);
}

const games = Object.keys(files).filter((name) => name.startsWith('view-'));
const type = (name) => name.slice(4).replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
writeFileSync(
  new URL('views.ts', folder),
  [
    "// Written by `make types` from the server's models: do not edit.\n",
    ...games.map((name) => `import type { View as ${type(name)} } from './${name}';`),
    '\n/** The view of each game. */\nexport interface Views {',
    ...games.map((name) => `  '${name.slice(5)}': ${type(name)};`),
    '}\n',
  ].join('\n'),
);
