// What the compiler and the types do not see. How the source is laid out is Prettier's business.

import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';

export default ts.config(
  { ignores: ['src/generated', 'node_modules'] },
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  {
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      // stylelint.config.js says the same of styles.
      'no-restricted-syntax': [
        'error',
        ...['Literal[value=COLOUR]', 'TemplateElement[value.raw=COLOUR]', 'SvelteLiteral[value=COLOUR]'].map(
          (found) => ({
            selector: found.replace(
              'COLOUR',
              '/(^|[^&\\w])#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\\b|\\b(rgb|hsl)a?\\(/i',
            ),
            message: 'A colour has a name in styles/tokens.css.',
          }),
        ),
      ],
      // A button without a type sends the form that it happens to stand in.
      'svelte/button-has-type': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Positions are replaced as a whole, never changed in place: a plain Map is enough, and a place is its own key.
      'svelte/prefer-svelte-reactivity': 'off',
      'svelte/require-each-key': 'off',
      // svelte-check says which of its warnings are silenced for nothing.
      'svelte/no-unused-svelte-ignore': 'off',
      // `{' '}` keeps the space before a block that Prettier may put on a line of its own.
      'svelte/no-useless-mustaches': 'off',
      // TypeScript knows names better.
      'no-undef': 'off',
    },
  },
  {
    // They show drawings of our own, from art/.
    files: ['{Hero,Icon,Vehicle}', '{Wheel,Town,LocationArt,WinGraph}'].map((names) => `src/**/${names}.svelte`),
    rules: { 'svelte/no-at-html-tags': 'off' },
  },
);
