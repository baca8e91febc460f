// Faults in styles that a browser passes over in silence.

const drawings = [
  'src/analysis/WinGraph.svelte',
  'src/boards/coal-baron/{Mine,Wheel}.svelte',
  'src/boards/kohle-kolonie/{FieldLabel,Map,Station,Village}.svelte',
  'src/boards/mine/{Gear,Heaps}.svelte',
  'src/boards/mine-out/{Fame,Town}.svelte',
];

export default {
  overrides: [
    // Words inside a drawing are measured in its units, and grow with it.
    { files: drawings, rules: { 'declaration-property-unit-disallowed-list': null } },
    { files: ['src/**/*.svelte'], customSyntax: 'postcss-html' },
    { files: ['src/styles/tokens.css'], rules: { 'color-no-hex': null, 'function-disallowed-list': null } },
  ],
  rules: {
    'block-no-empty': true,
    // A colour has a name in tokens.css; eslint.config.js says the same of drawings.
    'color-named': 'never',
    'color-no-hex': true,
    'color-no-invalid-hex': true,
    'custom-property-no-missing-var-function': true,
    'declaration-block-no-duplicate-custom-properties': true,
    'declaration-block-no-duplicate-properties': [true, { ignore: ['consecutive-duplicates-with-different-values'] }],
    'declaration-block-no-shorthand-property-overrides': true,
    // Text follows the size that somebody has set in the browser.
    'declaration-property-unit-disallowed-list': { font: ['px'], 'font-size': ['px'] },
    'font-family-no-duplicate-names': true,
    'function-disallowed-list': ['rgb', 'rgba', 'hsl', 'hsla'],
    'function-calc-no-unspaced-operator': true,
    'keyframe-block-no-duplicate-selectors': true,
    'media-feature-name-no-unknown': true,
    'named-grid-areas-no-invalid': true,
    'no-duplicate-at-import-rules': true,
    'no-invalid-double-slash-comments': true,
    'property-no-unknown': true,
    'selector-type-no-unknown': [true, { ignore: ['custom-elements'] }],
    'string-no-newline': true,
    'unit-no-unknown': true,
  },
};
