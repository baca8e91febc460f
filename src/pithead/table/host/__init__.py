"""For the host: a page behind a link with health, load, people, disk, backups and limits; a banner for all."""
