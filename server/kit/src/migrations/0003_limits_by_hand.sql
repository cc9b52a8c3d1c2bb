-- Limits by network: each row lives a minute, and no backup or replica needs it.
alter table network_counts set unlogged;
