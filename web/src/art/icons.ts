// The icons of the house: 24-unit grid, 1.9 stroke, round caps, current colour.
export const icons = {
  undo: '<path d="M8 5L3 10l5 5"/><path d="M3 10h11a6 6 0 0 1 0 12h-3" transform="translate(0 -2)"/>',
  restart: '<path d="M4 4v5h5"/><path d="M4.5 9a8 8 0 1 1-.5 5"/>',
  check: '<path d="M4 12.5l5 5L20 6.5"/>',
  end: '<path d="M4 12h12M11 6l6 6-6 6M20 5v14"/>',
  book: '<path d="M4 5.5C6.5 4 9.5 4 12 5.7 14.5 4 17.5 4 20 5.5V19c-2.5-1.4-5.5-1.4-8 .3C9.5 17.6 6.5 17.6 4 19zM12 5.7v13.6"/>',
  log: '<path d="M8 6h12M8 12h12M8 18h12"/><path d="M3.5 6h.01M3.5 12h.01M3.5 18h.01" stroke-width="3"/>',
  gear: '<circle cx="12" cy="12" r="3.2"/><path d="M12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M18.7 5.3l-2.1 2.1M7.4 16.6l-2.1 2.1"/>',
  sun: '<circle cx="12" cy="12" r="4"/><path d="M12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.8 1.8M17.2 17.2L19 19M19 5l-1.8 1.8M6.8 17.2L5 19"/>',
  moon: '<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z"/>',
  clock: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5.5l3.5 2"/>',
  pick: '<path d="M4 9C9 3 15 3 20 9M12 5.5L10.5 21"/><path d="M4 9C9 5.5 15 5.5 20 9" />',
  coin: '<circle cx="12" cy="12" r="8.5"/><path d="M14.5 8.5h-4v7M10.5 12h3.5"/>',
  rupee: '<circle cx="12" cy="12" r="9"/><path d="M8.5 8h7M8.5 11h7M9.5 8c5 0 5 6 0 6l4.5 3.5"/>',
  mark: '<circle cx="12" cy="12" r="9"/><circle cx="12" cy="12" r="5"/>',
  sheet: '<path d="M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h7"/>',
  user: '<circle cx="12" cy="8" r="4"/><path d="M4 21c0-5 4-7 8-7s8 2 8 7"/>',
  bot: '<rect x="4.5" y="8" width="15" height="11" rx="3"/><path d="M12 8V4M9 13h.01M15 13h.01" stroke-width="2.4"/><path d="M2.5 12v4M21.5 12v4"/>',
  link: '<path d="M10 14a4.5 4.5 0 0 0 6.5.3l3-3a4.5 4.5 0 0 0-6.4-6.4l-1.5 1.5"/><path d="M14 10a4.5 4.5 0 0 0-6.5-.3l-3 3a4.5 4.5 0 0 0 6.4 6.4l1.5-1.5"/>',
  plus: '<path d="M12 5v14M5 12h14"/>',
  minus: '<path d="M5 12h14"/>',
  x: '<path d="M6 6l12 12M18 6L6 18"/>',
  down: '<path d="M6 9.5l6 6 6-6"/>',
  up: '<path d="M6 14.5l6-6 6 6"/>',
  left: '<path d="M14.5 5l-7 7 7 7"/>',
  right: '<path d="M9.5 5l7 7-7 7"/>',
  lock: '<rect x="5" y="11" width="14" height="9" rx="2"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>',
  bell: '<path d="M6 10a6 6 0 0 1 12 0c0 6 2.5 6.5 2.5 8h-17C3.5 16.5 6 16 6 10zM10 21h4"/>',
  chat: '<path d="M4 5h16v11H10l-5 4v-4H4z"/>',
  flag: '<path d="M5 21V4M5 4h13l-3 4 3 4H5"/>',
  trophy: '<path d="M7 4h10v6a5 5 0 0 1-10 0zM7 6H3.5c0 3.5 1.5 5 3.8 5M17 6h3.5c0 3.5-1.5 5-3.8 5M12 15v4M8 21h8"/>',
  play: '<path d="M7 4.5l12 7.5-12 7.5z"/>',
  pause: '<path d="M8 5v14M16 5v14" stroke-width="3.5"/>',
  first: '<path d="M18 5l-8 7 8 7zM6 5v14"/>',
  last: '<path d="M6 5l8 7-8 7zM18 5v14"/>',
  prev: '<path d="M16 5l-9 7 9 7z"/>',
  next: '<path d="M8 5l9 7-9 7z"/>',
  bulb: '<path d="M9 18h6M10 21h4M12 3a6.5 6.5 0 0 0-4 11.6c.8.7 1 1.4 1 2.4h6c0-1 .2-1.7 1-2.4A6.5 6.5 0 0 0 12 3z"/>',
  qr: '<path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4z"/><path d="M14.5 14.5h.01M19.5 14.5h.01M17 17h.01M14.5 19.5h.01M19.5 19.5h.01" stroke-width="2.6"/>',
  share:
    '<circle cx="6" cy="12" r="2.6"/><circle cx="18" cy="5.5" r="2.6"/><circle cx="18" cy="18.5" r="2.6"/><path d="M8.3 10.8l7.4-4M8.3 13.2l7.4 4"/>',
  sound: '<path d="M4 9.5h4l5-4v13l-5-4H4zM16.5 9a4.5 4.5 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11"/>',
  menu: '<path d="M4 7h16M4 12h16M4 17h16"/>',
  dots: '<path d="M5 12h.01M12 12h.01M19 12h.01" stroke-width="3.5"/>',
  map: '<path d="M3 6l6-2.5 6 2.5 6-2.5V18l-6 2.5L9 18l-6 2.5zM9 3.5V18M15 6v14.5"/>',
  house: '<path d="M4 11l8-7 8 7v9h-5v-6H9v6H4z"/>',
  train:
    '<rect x="6" y="4" width="12" height="12" rx="3"/><path d="M6 11h12M9 20l-2 2M15 20l2 2M8 16v2h8v-2M9.5 13.5h.01M14.5 13.5h.01"/>',
  steam:
    '<path d="M4 20h16M6 20v-6h9v6M15 16h4v4M8 14V8h3v6"/><path d="M9.5 5c0-1.5 2-1.5 2-3M14 6.5c0-1.5 2-1.5 2-3"/>',
  shield: '<path d="M12 3l8 3v6c0 5-3.5 7.5-8 9-4.5-1.5-8-4-8-9V6z"/>',
  hammer: '<path d="M13 6l5 5M3.5 20.5L14 10M11 4l9 9-3 1.5L9.5 7z"/>',
  eye: '<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z"/><circle cx="12" cy="12" r="2.8"/>',
  zoom: '<circle cx="10.5" cy="10.5" r="6.5"/><path d="M15.5 15.5L21 21M8 10.5h5M10.5 8v5"/>',
  move: '<path d="M5 12h14M13 6l6 6-6 6"/>',
  helmet: '<path d="M3 16h18M5 16a7 7 0 0 1 14 0M12 9V5.5M10 12.5h4"/>',
  star: '<path d="M12 3l2.7 5.8 6.3.8-4.6 4.4 1.2 6.3L12 17.2 6.4 20.3l1.2-6.3L3 9.6l6.3-.8z"/>',
  cards: '<rect x="4" y="6" width="10" height="14" rx="2"/><path d="M8 6V4h12v14h-3"/>',
  keys: '<rect x="2.5" y="6" width="19" height="12" rx="2.5"/><path d="M6 10h.01M10 10h.01M14 10h.01M18 10h.01M8 14h8"/>',
  enter: '<path d="M20 5v8H5M9.5 8.5L5 13l4.5 4.5"/>',
  clover:
    '<circle cx="12" cy="7.5" r="4"/><circle cx="7.5" cy="13" r="4"/><circle cx="16.5" cy="13" r="4"/><path d="M12 12v9"/>',
  hand: '<path d="M7 12V6.5a1.5 1.5 0 0 1 3 0V11m0-6.5a1.5 1.5 0 0 1 3 0V11m0-5a1.5 1.5 0 0 1 3 0v6m0-3.5a1.5 1.5 0 0 1 3 0V15c0 4-2.5 6.5-6.5 6.5-3.5 0-5-1.5-7-5L4 13.5a1.6 1.6 0 0 1 2.7-1.6z"/>',
} as const;

export type IconName = keyof typeof icons;

// Silhouettes of the four vehicles on a 48 × 30 grid.
export const vehicles = {
  hand: '<path d="M6 9h24l-3 10H10z"/><circle cx="18" cy="22" r="6.5" fill="none" stroke="currentColor" stroke-width="2.6"/><path d="M18 15.5v13M11.5 22h13" stroke="currentColor" stroke-width="1.4"/><path d="M28 15l14-5" stroke="currentColor" stroke-width="3" stroke-linecap="round"/>',
  horse:
    '<path d="M2 9h17v9H2z"/><circle cx="7" cy="23" r="5" fill="none" stroke="currentColor" stroke-width="2.4"/><circle cx="16.5" cy="23" r="5" fill="none" stroke="currentColor" stroke-width="2.4"/><path d="M19 16h8" stroke="currentColor" stroke-width="2"/><path d="M26 13c3-1.5 7-1 10-.5l2.5-6.5 2-3 1.2 2.4 4.3 3.6-1.6 2-3.4-.6c-.3 3-1 5-2.4 6.6l.4 10h-2.2l-1.2-7.6h-5.2L28.5 27h-2.2l-.2-8c-1-1.5-1-4-.1-6z"/>',
  lorry:
    '<path d="M2 7h25v14H2z"/><path d="M29 11h8l6 6v4H29z"/><path d="M32 13h4l3.4 3.6H32z" fill="var(--white)" fill-opacity=".85"/><circle cx="11" cy="23" r="5"/><circle cx="36" cy="23" r="5"/><circle cx="11" cy="23" r="1.9" fill="var(--white)" fill-opacity=".85"/><circle cx="36" cy="23" r="1.9" fill="var(--white)" fill-opacity=".85"/>',
  loco: '<path d="M2 5h13v3h-1.5v11H3.5V8H2z"/><path d="M6 10h5v5H6z" fill="var(--white)" fill-opacity=".85"/><path d="M13 10h24a4 4 0 0 1 4 4v5H13z"/><path d="M32 3h6l-1.2 7h-3.6zM20 6.5a3 3 0 0 1 6 0V10h-6z"/><path d="M41 19l5 6h-6z"/><circle cx="8" cy="23.5" r="4.2"/><circle cx="19" cy="23.5" r="4.2"/><circle cx="30" cy="23.5" r="4.2"/><path d="M8 23.5h22" stroke="var(--white)" stroke-opacity=".8" stroke-width="1.5"/>',
} as const;

export type VehicleName = keyof typeof vehicles;
