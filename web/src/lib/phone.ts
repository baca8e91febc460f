// The media query of the single-view layout: a narrow or a low window. Keep in sync with the styles.

export const PHONE = window.matchMedia('(max-width: 760px), (max-height: 500px)');
