// Where one view is on the screen at a time: a narrow window, or a low one. The styles say the same.

export const PHONE = window.matchMedia('(max-width: 760px), (max-height: 500px)');
