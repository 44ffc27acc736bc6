var Pt,C,Ro,Tn,xe,Po,Oo,Do,Mn,St,Ye,Fo,Pn,Cn,$n,Ss,Ct={},$t=[],Ms=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i,
Et=Array.isArray;function pe(e,t){for(var n in t)e[n]=t[n];return e}function En(e){e&&e.parentNode&&e.parentNode.removeChild(
e)}function Nn(e,t,n){var r,i,s,a={};for(s in t)s=="key"?r=t[s]:s=="ref"?i=t[s]:a[s]=t[s];if(arguments.length>2&&(a.children=
arguments.length>3?Pt.call(arguments,2):n),typeof e=="function"&&e.defaultProps!=null)for(s in e.defaultProps)a[s]===void 0&&
(a[s]=e.defaultProps[s]);return Mt(e,a,r,i,null)}function Mt(e,t,n,r,i){var s={type:e,props:t,key:n,ref:r,__k:null,__:null,
__b:0,__e:null,__c:null,constructor:void 0,__v:i??++Ro,__i:-1,__u:0};return i==null&&C.vnode!=null&&C.vnode(s),s}function b(e){return e.children}function oe(e,t){this.props=e,this.context=t}function Ce(e,t){if(t==null)return e.__?Ce(
e.__,e.__i+1):null;for(var n;t<e.__k.length;t++)if((n=e.__k[t])!=null&&n.__e!=null)return n.__e;return typeof e.type=="f\
unction"?Ce(e):null}function Cs(e){if(e.__P&&e.__d){var t=e.__v,n=t.__e,r=[],i=[],s=pe({},t);s.__v=t.__v+1,C.vnode&&C.vnode(
s),An(e.__P,s,t,e.__n,e.__P.namespaceURI,32&t.__u?[n]:null,r,n??Ce(t),!!(32&t.__u),i),s.__v=t.__v,s.__.__k[s.__i]=s,Uo(r,
s,i),t.__e=t.__=null,s.__e!=n&&Lo(s)}}function Lo(e){if((e=e.__)!=null&&e.__c!=null)return e.__e=e.__c.base=null,e.__k.some(
function(t){if(t!=null&&t.__e!=null)return e.__e=e.__c.base=t.__e}),Lo(e)}function Eo(e){(!e.__d&&(e.__d=!0)&&xe.push(e)&&
!Tt.__r++||Po!=C.debounceRendering)&&((Po=C.debounceRendering)||Oo)(Tt)}function Tt(){try{for(var e,t=1;xe.length;)xe.length>
t&&xe.sort(Do),e=xe.shift(),t=xe.length,Cs(e)}finally{xe.length=Tt.__r=0}}function Io(e,t,n,r,i,s,a,l,c,d,u){var m,p,h,g,
w,_,S=r&&r.__k||$t,M=t.length;for(c=$s(n,t,S,c,M),m=0;m<M;m++)(h=n.__k[m])!=null&&(p=h.__i!=-1&&S[h.__i]||Ct,h.__i=m,_=An(
e,h,p,i,s,a,l,c,d,u),g=h.__e,h.ref&&p.ref!=h.ref&&(p.ref&&Rn(p.ref,null,h),u.push(h.ref,h.__c||g,h)),w==null&&g!=null&&(w=
g),4&h.__u?(c=zo(h,c,e),p.__e&&(p.__e=null)):typeof h.type=="function"&&_!==void 0?c=_:g&&(c=g.nextSibling),h.__u&=-7);return n.
__e=w,c}function $s(e,t,n,r,i){var s,a,l,c,d,u=n.length,m=u,p=0;for(e.__k=new Array(i),s=0;s<i;s++)(a=t[s])!=null&&typeof a!=
"boolean"&&typeof a!="function"?(typeof a=="string"||typeof a=="number"||typeof a=="bigint"||a.constructor==String?a=e.__k[s]=
Mt(null,a,null,null,null):Et(a)?a=e.__k[s]=Mt(b,{children:a},null,null,null):a.constructor===void 0&&a.__b>0?a=e.__k[s]=
Mt(a.type,a.props,a.key,a.ref?a.ref:null,a.__v):e.__k[s]=a,c=s+p,a.__=e,a.__b=e.__b+1,l=null,(d=a.__i=Ts(a,n,c,m))!=-1&&
(m--,(l=n[d])&&(l.__u|=2)),l==null||l.__v==null?(d==-1&&(i>u?p--:i<u&&p++),typeof a.type!="function"&&(a.__u|=4)):d!=c&&
(d==c-1?p--:d==c+1?p++:(d>c?p--:p++,a.__u|=4))):e.__k[s]=null;if(m)for(s=0;s<u;s++)(l=n[s])!=null&&(2&l.__u)==0&&(l.__e==
r&&(r=Ce(l)),qo(l,l));return r}function zo(e,t,n){var r,i;if(typeof e.type=="function"){for(r=e.__k,i=0;r&&i<r.length;i++)
r[i]&&(r[i].__=e,t=zo(r[i],t,n));return t}e.__e!=t&&(t&&e.type&&!t.parentNode&&(t=Ce(e)),t=n.insertBefore(e.__e,t||null));
do t=t&&t.nextSibling;while(t!=null&&t.nodeType==8);return t}function Ts(e,t,n,r){var i,s,a,l=e.key,c=e.type,d=t[n],u=d!=null&&(2&d.__u)==0;if(d===null&&l==null||u&&l==d.key&&c==d.type)
return n;if(r>(u?1:0)){for(i=n-1,s=n+1;i>=0||s<t.length;)if((d=t[a=i>=0?i--:s++])!=null&&(2&d.__u)==0&&l==d.key&&c==d.type)
return a}return-1}function No(e,t,n){t[0]=="-"?e.setProperty(t,n??""):e[t]=n==null?"":typeof n!="number"||Ms.test(t)?n:n+
"px"}function kt(e,t,n,r,i){var s,a;e:if(t=="style")if(typeof n=="string")e.style.cssText=n;else{if(typeof r=="string"&&
(e.style.cssText=r=""),r)for(t in r)n&&t in n||No(e.style,t,"");if(n)for(t in n)r&&n[t]==r[t]||No(e.style,t,n[t])}else if(t[0]==
"o"&&t[1]=="n")s=t!=(t=t.replace(Fo,"$1")),a=t.toLowerCase(),t=a in e||t=="onFocusOut"||t=="onFocusIn"?a.slice(2):t.slice(
2),e.l||(e.l={}),e.l[t+s]=n,n?r?n[Ye]=r[Ye]:(n[Ye]=Pn,e.addEventListener(t,s?$n:Cn,s)):e.removeEventListener(t,s?$n:Cn,s);else{
if(i=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&t!="height"&&
t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in
e)try{e[t]=n??"";break e}catch{}typeof n=="function"||(n==null||n===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,
t=="popover"&&n==1?"":n))}}function Ao(e){return function(t){if(this.l){var n=this.l[t.type+e];if(t[St]==null)t[St]=Pn++;else if(t[St]<
n[Ye])return;return n(C.event?C.event(t):t)}}}function An(e,t,n,r,i,s,a,l,c,d){var u,m,p,h,g,w,_,S,M,B,T,U,V,Ae,v,Sn,ne=t.
type;if(t.constructor!==void 0)return null;128&n.__u&&(c=!!(32&n.__u),s=[l=t.__e=n.__e]),(u=C.__b)&&u(t);e:if(typeof ne==
"function"){m=a.length;try{if(M=t.props,B=ne.prototype&&ne.prototype.render,T=(u=ne.contextType)&&r[u.__c],U=u?T?T.props.
value:u.__:r,n.__c?S=(p=t.__c=n.__c).__=p.__E:(B?t.__c=p=new ne(M,U):(t.__c=p=new oe(M,U),p.constructor=ne,p.render=Es),
T&&T.sub(p),p.state||(p.state={}),p.__n=r,h=p.__d=!0,p.__h=[],p._sb=[]),B&&p.__s==null&&(p.__s=p.state),B&&ne.getDerivedStateFromProps!=
null&&(p.__s==p.state&&(p.__s=pe({},p.__s)),pe(p.__s,ne.getDerivedStateFromProps(M,p.__s))),g=p.props,w=p.state,p.__v=t,
h)B&&ne.getDerivedStateFromProps==null&&p.componentWillMount!=null&&p.componentWillMount(),B&&p.componentDidMount!=null&&
p.__h.push(p.componentDidMount);else{if(B&&ne.getDerivedStateFromProps==null&&M!==g&&p.componentWillReceiveProps!=null&&
p.componentWillReceiveProps(M,U),t.__v==n.__v||!p.__e&&p.shouldComponentUpdate!=null&&p.shouldComponentUpdate(M,p.__s,U)===
!1){t.__v!=n.__v&&(p.props=M,p.state=p.__s,p.__d=!1),t.__e=n.__e,t.__k=n.__k,t.__k.some(function(Re){Re&&(Re.__=t)}),$t.
push.apply(p.__h,p._sb),p._sb=[],p.__h.length&&a.push(p),l=Ce(n);break e}p.componentWillUpdate!=null&&p.componentWillUpdate(
M,p.__s,U),B&&p.componentDidUpdate!=null&&p.__h.push(function(){p.componentDidUpdate(g,w,_)})}if(p.context=U,p.props=M,p.
__P=e,p.__e=!1,V=C.__r,Ae=0,B)p.state=p.__s,p.__d=!1,V&&V(t),u=p.render(p.props,p.state,p.context),$t.push.apply(p.__h,p.
_sb),p._sb=[];else do p.__d=!1,V&&V(t),u=p.render(p.props,p.state,p.context),p.state=p.__s;while(p.__d&&++Ae<25);p.state=
p.__s,p.getChildContext!=null&&(r=pe(pe({},r),p.getChildContext())),B&&!h&&p.getSnapshotBeforeUpdate!=null&&(_=p.getSnapshotBeforeUpdate(
g,w)),v=u!=null&&u.type===b&&u.key==null?Ho(u.props.children):u,l=Io(e,Et(v)?v:[v],t,n,r,i,s,a,l,c,d),p.base=t.__e,t.__u&=
-161,p.__h.length&&a.push(p),S&&(p.__E=p.__=null)}catch(Re){if(a.length=m,t.__v=null,c||s!=null){if(Re.then){for(t.__u|=
c?160:128;l&&l.nodeType==8&&l.nextSibling;)l=l.nextSibling;s!=null&&(s[s.indexOf(l)]=null),t.__e=l}else if(s!=null)for(Sn=
s.length;Sn--;)En(s[Sn])}else t.__e=n.__e;t.__k==null&&(t.__k=n.__k||[]),Re.then||Bo(t),C.__e(Re,t,n)}}else s==null&&t.__v==
n.__v?(t.__k=n.__k,t.__e=n.__e):l=t.__e=Ps(n.__e,t,n,r,i,s,a,c,d);return(u=C.diffed)&&u(t),128&t.__u?void 0:l}function Bo(e){
e&&(e.__c&&(e.__c.__e=!0),e.__k&&e.__k.some(Bo))}function Uo(e,t,n){for(var r=0;r<n.length;r++)Rn(n[r],n[++r],n[++r]);C.
__c&&C.__c(t,e),e.some(function(i){try{e=i.__h,i.__h=[],e.some(function(s){s.call(i)})}catch(s){C.__e(s,i.__v)}})}function Ho(e){
return typeof e!="object"||e==null||e.__b>0?e:Et(e)?e.map(Ho):e.constructor!==void 0?null:pe({},e)}function Ps(e,t,n,r,i,s,a,l,c){
var d,u,m,p,h,g,w,_=n.props||Ct,S=t.props,M=t.type;if(M=="svg"?i="http://www.w3.org/2000/svg":M=="math"?i="http://www.w3\
.org/1998/Math/MathML":i||(i="http://www.w3.org/1999/xhtml"),s!=null){for(d=0;d<s.length;d++)if((h=s[d])&&"setAttribute"in
h==!!M&&(M?h.localName==M:h.nodeType==3)){e=h,s[d]=null;break}}if(e==null){if(M==null)return document.createTextNode(S);
e=document.createElementNS(i,M,S.is&&S),l&&(C.__m&&C.__m(t,s),l=!1),s=null}if(M==null)_===S||l&&e.data==S||(e.data=S);else{
if(s=M=="textarea"&&S.defaultValue!=null?null:s&&Pt.call(e.childNodes),!l&&s!=null)for(_={},d=0;d<e.attributes.length;d++)
_[(h=e.attributes[d]).name]=h.value;for(d in _)h=_[d],d=="dangerouslySetInnerHTML"?m=h:d=="children"||d in S||d=="value"&&
"defaultValue"in S||d=="checked"&&"defaultChecked"in S||kt(e,d,null,h,i);for(d in S)h=S[d],d=="children"?p=h:d=="dangero\
uslySetInnerHTML"?u=h:d=="value"?g=h:d=="checked"?w=h:l&&typeof h!="function"||_[d]===h||kt(e,d,h,_[d],i);if(u)l||m&&(u.
__html==m.__html||u.__html==e.innerHTML)||(e.innerHTML=u.__html),t.__k=[];else if(m&&(e.innerHTML=""),Io(t.type=="templa\
te"?e.content:e,Et(p)?p:[p],t,n,r,M=="foreignObject"?"http://www.w3.org/1999/xhtml":i,s,a,s?s[0]:n.__k&&Ce(n,0),l,c),s!=
null)for(d=s.length;d--;)En(s[d]);l&&M!="textarea"||(d="value",M=="progress"&&g==null?e.removeAttribute("value"):g!=null&&
(g!==e[d]||M=="progress"&&!g||M=="option"&&g!=_[d])&&kt(e,d,g,_[d],i),d="checked",w!=null&&w!=e[d]&&kt(e,d,w,_[d],i))}return e}
function Rn(e,t,n){try{if(typeof e=="function"){var r=typeof e.__u=="function";r&&e.__u(),r&&t==null||(e.__u=e(t))}else e.
current=t}catch(i){C.__e(i,n)}}function qo(e,t,n){var r,i;if(C.unmount&&C.unmount(e),(r=e.ref)&&(r.current&&r.current!=e.
__e||Rn(r,null,t)),(r=e.__c)!=null){if(r.componentWillUnmount)try{r.componentWillUnmount()}catch(s){C.__e(s,t)}r.base=r.
__P=r.__n=null}if(r=e.__k)for(i=0;i<r.length;i++)r[i]&&qo(r[i],t,n||typeof e.type!="function");n||En(e.__e),e.__c=e.__=e.
__e=void 0}function Es(e,t,n){return this.constructor(e,n)}function Wo(e,t,n){var r,i,s,a;t==document&&(t=document.documentElement),
C.__&&C.__(e,t),i=(r=typeof n=="function")?null:n&&n.__k||t.__k,s=[],a=[],An(t,e=(!r&&n||t).__k=Nn(b,null,[e]),i||Ct,Ct,
t.namespaceURI,!r&&n?[n]:i?null:t.firstChild?Pt.call(t.childNodes):null,s,!r&&n?n:i?i.__e:t.firstChild,r,a),Uo(s,e,a),e.
props.children=null}Pt=$t.slice,C={__e:function(e,t,n,r){for(var i,s,a;t=t.__;)if((i=t.__c)&&!i.__)try{if((s=i.constructor)&&s.getDerivedStateFromError!=
null&&(i.setState(s.getDerivedStateFromError(e)),a=i.__d),i.componentDidCatch!=null&&(i.componentDidCatch(e,r||{}),a=i.__d),
a)return i.__E=i}catch(l){e=l}throw e}},Ro=0,Tn=function(e){return e!=null&&e.constructor===void 0},oe.prototype.setState=
function(e,t){var n;n=this.__s!=null&&this.__s!=this.state?this.__s:this.__s=pe({},this.state),typeof e=="function"&&(e=
e(pe({},n),this.props)),e&&pe(n,e),e!=null&&this.__v&&(t&&this._sb.push(t),Eo(this))},oe.prototype.forceUpdate=function(e){
this.__v&&(this.__e=!0,e&&this.__h.push(e),Eo(this))},oe.prototype.render=b,xe=[],Oo=typeof Promise=="function"?Promise.
prototype.then.bind(Promise.resolve()):setTimeout,Do=function(e,t){return e.__v.__b-t.__v.__b},Tt.__r=0,Mn=Math.random().
toString(8),St="__d"+Mn,Ye="__a"+Mn,Fo=/(PointerCapture)$|Capture$/i,Pn=0,Cn=Ao(!1),$n=Ao(!0),Ss=0;var Ze,W,On,Ko,Dn=0,Qo=[],I=C,jo=I.__b,Vo=I.__r,Go=I.diffed,Yo=I.__c,Zo=I.unmount,Xo=I.__;function Ln(e,t){I.__h&&I.__h(
W,e,Dn||t),Dn=0;var n=W.__H||(W.__H={__:[],__h:[]});return e>=n.__.length&&n.__.push({}),n.__[e]}function N(e,t){var n=Ln(Ze++,3);!I.__s&&In(n.__H,t)&&(n.__=e,n.u=t,W.__H.__h.push(n))}function Xe(e,t){var n=Ln(Ze++,4);
!I.__s&&In(n.__H,t)&&(n.__=e,n.u=t,W.__h.push(n))}function O(e){return Dn=5,Z(function(){return{current:e}},[])}function Z(e,t){var n=Ln(Ze++,7);return In(n.__H,t)&&(n.__=e(),n.__H=t,n.__h=e),n.__}function Ns(){for(var e;e=Qo.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(Nt),t.__h.some(Fn),t.__h=[]}catch(n){t.__h=
[],I.__e(n,e.__v)}}}I.__b=function(e){W=null,jo&&jo(e)},I.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),Xo&&Xo(
e,t)},I.__r=function(e){Vo&&Vo(e),Ze=0;var t=(W=e.__c).__H;t&&(On===W?(t.__h=[],W.__h=[],t.__.some(function(n){n.__N&&(n.
__=n.__N),n.u=n.__N=void 0})):(t.__h.some(Nt),t.__h.some(Fn),t.__h=[],Ze=0)),On=W},I.diffed=function(e){Go&&Go(e);var t=e.
__c;t&&t.__H&&(t.__H.__h.length&&(Qo.push(t)!==1&&Ko===I.requestAnimationFrame||((Ko=I.requestAnimationFrame)||As)(Ns)),
t.__H.__.some(function(n){n.u&&(n.__H=n.u,n.u=void 0)})),On=W=null},I.__c=function(e,t){t.some(function(n){try{n.__h.some(
Nt),n.__h=n.__h.filter(function(r){return!r.__||Fn(r)})}catch(r){t.some(function(i){i.__h&&(i.__h=[])}),t=[],I.__e(r,n.__v)}}),
Yo&&Yo(e,t)},I.unmount=function(e){Zo&&Zo(e);var t,n=e.__c;n&&n.__H&&(n.__H.__.some(function(r){try{Nt(r)}catch(i){t=i}}),
n.__H=void 0,t&&I.__e(t,n.__v))};var Jo=typeof requestAnimationFrame=="function";function As(e){var t,n=function(){clearTimeout(
r),Jo&&cancelAnimationFrame(t),setTimeout(e)},r=setTimeout(n,35);Jo&&(t=requestAnimationFrame(n))}function Nt(e){var t=W,
n=e.__c;typeof n=="function"&&(e.__c=void 0,n()),W=t}function Fn(e){var t=W;e.__c=e.__(),W=t}function In(e,t){return!e||
e.length!==t.length||t.some(function(n,r){return n!==e[r]})}var Rs=Symbol.for("preact-signals");function Dt(){if(ue>1)ue--;else{var e,t=!1;for((function(){var i=Rt;for(Rt=void 0;i!==
void 0;){var s=i.S;if(s.v===i.v)for(var a=s.t;a!==void 0;a=a.x)a.i===i.i&&(a.i=s.i);i=i.o}})();Qe!==void 0;){var n=Qe;for(Qe=
void 0,At++;n!==void 0;){var r=n.u;if(n.u=void 0,n.f&=-3,!(8&n.f)&&tr(n))try{n.c()}catch(i){t||(e=i,t=!0)}n=r}}if(At=0,ue--,
t)throw e}}function Oe(e){if(ue>0)return e();zn=++Os,ue++;try{return e()}finally{Dt()}}var Je,D=void 0;function et(e){var t=D,
n=Je;D=void 0,Je=void 0;try{return e()}finally{D=t,Je=n}}var Qe=void 0,ue=0,At=0,Os=0,zn=0,Rt=void 0,Ot=0;function er(e){
if(D!==void 0){var t=e.n;if(t===void 0||t.t!==D)return t={i:0,S:e,p:D.s,n:void 0,t:D,e:void 0,x:void 0,r:t},D.s!==void 0&&
(D.s.n=t),D.s=t,e.n=t,32&D.f&&e.S(t),t;if(t.i===-1)return t.i=0,t.n!==void 0&&(t.n.p=t.p,t.p!==void 0&&(t.p.n=t.n),t.p=D.
s,t.n=void 0,D.s.n=t,D.s=t),t}}function z(e,t){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=t?.watched,
this.Z=t?.unwatched,this.name=t?.name}z.prototype.brand=Rs;z.prototype.h=function(){return!0};z.prototype.S=function(e){
var t=this,n=this.t;n!==e&&e.e===void 0&&(e.x=n,this.t=e,n!==void 0?n.e=e:et(function(){var r;(r=t.W)==null||r.call(t)}))};
z.prototype.U=function(e){var t=this;if(this.t!==void 0){var n=e.e,r=e.x;n!==void 0&&(n.x=r,e.e=void 0),r!==void 0&&(r.e=
n,e.x=void 0),e===this.t&&(this.t=r,r===void 0&&et(function(){var i;(i=t.Z)==null||i.call(t)}))}};z.prototype.subscribe=
function(e){var t=this;return ie(function(){var n=t.value;et(function(){return e(n)})},{name:"sub"})};z.prototype.valueOf=
function(){return this.value};z.prototype.toString=function(){return this.value+""};z.prototype.toJSON=function(){return this.
value};z.prototype.peek=function(){var e=this;return et(function(){return e.value})};Object.defineProperty(z.prototype,"\
value",{get:function(){var e=er(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(At>100)throw new Error(
"Cycle detected");(function(n){ue!==0&&At===0&&n.l!==zn&&(n.l=zn,Rt={S:n,v:n.v,i:n.i,o:Rt})})(this),this.v=e,this.i++,Ot++,
ue++;try{for(var t=this.t;t!==void 0;t=t.x)t.t.N()}finally{Dt()}}}});function F(e,t){return new z(e,t)}function tr(e){for(var t=e.
s;t!==void 0;t=t.n)if(t.S.i!==t.i||!t.S.h()||t.S.i!==t.i)return!0;return!1}function nr(e){for(var t=e.s;t!==void 0;t=t.n){
var n=t.S.n;if(n!==void 0&&(t.r=n),t.S.n=t,t.i=-1,t.n===void 0){e.s=t;break}}}function or(e){for(var t=e.s,n=void 0;t!==
void 0;){var r=t.p;t.i===-1?(t.S.U(t),r!==void 0&&(r.n=t.n),t.n!==void 0&&(t.n.p=r)):n=t,t.S.n=t.r,t.r!==void 0&&(t.r=void 0),
t=r}e.s=n}function $e(e,t){z.call(this,void 0,t),this.x=e,this.s=void 0,this.g=Ot-1,this.f=4}$e.prototype=new z;$e.prototype.
h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===Ot))return!0;if(this.g=Ot,this.f|=
1,this.i>0&&!tr(this))return this.f&=-2,!0;var e=D;try{nr(this),D=this;var t=this.x();(16&this.f||this.v!==t||this.i===0)&&
(this.v=t,this.f&=-17,this.i++)}catch(n){this.v=n,this.f|=16,this.i++}return D=e,or(this),this.f&=-2,!0};$e.prototype.S=
function(e){if(this.t===void 0){this.f|=36;for(var t=this.s;t!==void 0;t=t.n)t.S.S(t)}z.prototype.S.call(this,e)};$e.prototype.
U=function(e){if(this.t!==void 0&&(z.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var t=this.s;t!==void 0;t=
t.n)t.S.U(t)}};$e.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}};Object.defineProperty(
$e.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var e=er(this);if(this.h(),e!==void 0&&
(e.i=this.i),16&this.f)throw this.v;return this.v}});function re(e,t){return new $e(e,t)}function rr(e){var t=e.j;if(e.j=
void 0,typeof t=="function"){ue++;var n=D;D=void 0;try{t()}catch(r){throw e.f&=-2,e.f|=8,Bn(e),r}finally{D=n,Dt()}}}function Bn(e){
for(var t=e.s;t!==void 0;t=t.n)t.S.U(t);e.x=void 0,e.s=void 0,rr(e)}function Ds(e){if(D!==this)throw new Error("Out-of-o\
rder effect");or(this),D=e,this.f&=-2;try{8&this.f&&Bn(this)}finally{Dt()}}function De(e,t){this.x=e,this.j=void 0,this.
s=void 0,this.u=void 0,this.f=32,this.name=t?.name,Je&&Je.push(this)}De.prototype.c=function(){var e=this.S();try{if(8&this.
f||this.x===void 0)return;var t=this.x();typeof t=="function"&&(this.j=t)}finally{e()}};De.prototype.S=function(){if(1&this.
f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,rr(this),nr(this),ue++;var e=D;return D=this,Ds.bind(this,e)};De.
prototype.N=function(){2&this.f||(this.f|=2,this.u=Qe,Qe=this)};De.prototype.d=function(){this.f|=8,1&this.f||Bn(this)};
De.prototype.dispose=function(){this.d()};function ie(e,t){var n=new De(e,t);try{n.c()}catch(i){throw n.d(),i}var r=n.d.
bind(n);return r[Symbol.dispose]=r,r}var Un,Fe,Ft,Fs=typeof window<"u"&&!!window.__PREACT_SIGNALS_DEVTOOLS__,ir=[],sr=[];ie(function(){Un=this.N})();function Le(e,t){
C[e]=t.bind(null,C[e]||function(){})}function tt(e){if(Ft){var t=Ft;Ft=void 0,t()}Ft=e&&e.S()}function ar(e){var t=this,
n=e.data,r=P(n);r.name="ReactiveDom",r.value=n;var i=Z(function(){for(var l=t,c=t.__v;c=c.__;)if(c.__c){c.__c.__$f|=4;break}
var d=re(function(){var h=r.value.value;return h===0?0:h===!0?"":h||""}),u=re(function(){return!Array.isArray(d.value)&&
!Tn(d.value)}),m=ie(function(){if(this.N=lr,u.value){var h=d.value;l.__v&&l.__v.__e&&l.__v.__e.nodeType===3&&(l.__v.__e.
data=h)}}),p=t.__$u.d;return t.__$u.d=function(){m(),p.call(this)},[u,d]},[]),s=i[0],a=i[1];return s.value?a.peek():a.value}
ar.displayName="ReactiveTextNode";Object.defineProperties(z.prototype,{constructor:{configurable:!0,value:Nn(b,null).constructor},
type:{configurable:!0,value:ar},props:{configurable:!0,get:function(){var e=this;return{data:{get value(){return e.value}}}}},
__b:{configurable:!0,value:1}});Le("__b",function(e,t){if(tt(),Fe=void 0,typeof t.type=="string"){var n,r=t.props;for(var i in r)
if(i!=="children"){var s=r[i];s instanceof z&&(n||(t.__np=n={}),n[i]=s,r[i]=s.peek())}}e(t)});Le("__r",function(e,t){if(e(
t),t.type!==b){tt();var n,r=t.__c;r&&(r.__$f&=-2,(n=r.__$u)===void 0&&(r.__$u=n=(function(i,s){var a;return ie(function(){
a=this},{name:s}),a.c=i,a})((function(i){return function(){var s;Fs&&((s=this.y)==null||s.call(this)),i.__$f|=1,i.setState(
{})}})(r),typeof t.type=="function"?t.type.displayName||t.type.name:""))),Fe=r,tt(n)}});Le("__e",function(e,t,n,r){tt(),
Fe=void 0,e(t,n,r)});Le("diffed",function(e,t){tt(),Fe=void 0;var n;if(typeof t.type=="string"&&(n=t.__e)){var r=t.__np,
i=t.props,s=n.U;if(s)for(var a in s){var l=s[a];l===void 0||r&&a in r||(l.d(),s[a]=void 0)}if(r){s||(s={},n.U=s);for(var c in r){
var d=s[c],u=r[c];d===void 0?(d=Ls(n,c,u,i),s[c]=d):d.o(u,i)}}}e(t)});function Ls(e,t,n,r){var i=t in e&&e.ownerSVGElement===
void 0,s=F(n);return{o:function(a,l){s.value=a,r=l},d:ie(function(){this.N=lr;var a=s.value.value;r[t]!==a&&(r[t]=a,i?e[t]=
a:a!=null&&(a!==!1||t[4]==="-")?e.setAttribute(t,a):e.removeAttribute(t))})}}Le("unmount",function(e,t){if(typeof t.type==
"string"){var n=t.__e;if(n){var r=n.U;if(r){n.U=void 0;for(var i in r){var s=r[i];s&&s.d()}}}var a=t.__np;if(a){var l=t.
props;for(var c in a)l[c]=a[c]}t.__np=void 0}else{var d=t.__c;if(d){d.__$f|=8;var u=d.__$u;u&&(d.__$u=void 0,u.d())}}e(t)});
Le("__h",function(e,t,n,r){r<3&&(t.__$f|=2),e(t,n,r)});oe.prototype.shouldComponentUpdate=function(e,t){if(this.__R)return!0;
var n=this.__$u,r=n&&n.s!==void 0;for(var i in t)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var s=2&this.
__$f;if(!(r||s||4&this.__$f)||1&this.__$f)return!0}else if(!(r||4&this.__$f)||3&this.__$f)return!0;for(var a in e)if(a!==
"__source"&&e[a]!==this.props[a])return!0;for(var l in this.props)if(!(l in e))return!0;return!1};function P(e,t){return Z(
function(){return F(e,t)},[])}function fe(e,t){var n=O(e);return n.current=e,Fe.__$f|=4,Z(function(){return re(function(){
return n.current()},t)},[])}var Is=typeof requestAnimationFrame>"u"?setTimeout:function(e){var t=function(){clearTimeout(
n),cancelAnimationFrame(r),e()},n=setTimeout(t,35),r=requestAnimationFrame(t)},zs=function(e){queueMicrotask(function(){
queueMicrotask(e)})};function Bs(){Oe(function(){for(var e;e=ir.shift();)Un.call(e)})}function Us(){ir.push(this)===1&&(C.
requestAnimationFrame||Is)(Bs)}function Hs(){Oe(function(){for(var e;e=sr.shift();)Un.call(e)})}function lr(){sr.push(this)===
1&&(C.requestAnimationFrame||zs)(Hs)}function Lt(e,t){var n=O(e);n.current=e;var r=Fe;N(function(){return ie(function(){
if(this.N=Us,!(r&&8&r.__$f))return n.current()},t)},[])}var me=F(Date.now());function cr(){window.setInterval(()=>{document.hidden||(me.value=Date.now())},1e3),document.addEventListener(
"visibilitychange",()=>{me.value=Date.now()})}var nt=F({path:window.location.pathname,search:window.location.search}),ye=re(()=>qs(nt.value.path)),he=re(()=>nt.value.
search),ot=F(0),Ie="search",rt=F(!1);function qs(e){let[,t="",n="",r="",...i]=e.replace(/\/+$/,"").split("/");return i.length>
0?{page:"unknown"}:t===""&&n===""?{page:"overview"}:t==="addresses"&&n===""?{page:"addresses"}:t!=="services"?{page:"unk\
nown"}:n===""?{page:"services"}:r===""?{page:"unknown"}:{page:"service",namespace:dr(n),name:dr(r)}}function X(e,t){return`\
/services/${encodeURIComponent(e)}/${encodeURIComponent(t)}`}function j(e,t="push"){try{t==="replace"?window.history.replaceState(
null,"",e):window.history.pushState(null,"",e)}catch{}let{pathname:n,search:r}=new URL(e,window.location.origin);nt.value=
{path:n,search:r},t==="push"&&ot.value++}function pr(){window.addEventListener("popstate",()=>{let e=nt.peek().path===window.
location.pathname;nt.value={path:window.location.pathname,search:window.location.search},e||ot.value++}),document.addEventListener(
"click",Ws)}function Ws(e){if(e.defaultPrevented||e.button!==0||e.metaKey||e.ctrlKey||e.shiftKey||e.altKey)return;let t=e.
target instanceof Element?e.target.closest("a"):null;if(t===null||!t.hasAttribute("href")||t.target!==""||t.hasAttribute(
"download"))return;let n=new URL(t.href,window.location.href),r=n.pathname===window.location.pathname&&n.hash!=="";n.origin!==
window.location.origin||r||(e.preventDefault(),j(n.pathname+n.search))}function dr(e){try{return decodeURIComponent(e)}catch{
return e}}var qn="meshwork-token";function Wn(){let e=/(?:^#|&)token=([^&]+)/.exec(window.location.hash);return e?.[1]===void 0?!1:
(Ks(e[1]),j(window.location.pathname+window.location.search,"replace"),!0)}var Hn="";function Ks(e){Hn=e;try{localStorage.
setItem(qn,e)}catch{}}function It(){try{return localStorage.getItem(qn)??Hn}catch{return Hn}}function ur(e){window.addEventListener(
"storage",t=>{t.key===qn&&e()}),window.addEventListener("hashchange",()=>{Wn()&&e()})}function ze(e,t){let n={headers:{Authorization:`\
Bearer ${It()}`},cache:"no-store"};return t!==void 0&&(n.signal=t),fetch(e,n)}var fr=500,js=5e3,Vs=4e3,mr=8e3,zt=class{constructor(t,n){this.onUpdate=t;this.topics=n}onUpdate;topics;phase=F("connect\
ing");reconnected=F(!1);heard=F(Date.now());silence;socket;pause=fr;retry;wasOpen=!1;open(){if(window.clearTimeout(this.
retry),window.clearTimeout(this.silence),this.leave(),It()===""){this.phase.value="refused";return}let t=new URL("/api/w\
atch",window.location.href);t.protocol=t.protocol==="https:"?"wss:":"ws:";let n;try{n=new WebSocket(t,["meshwork.dev",It()])}catch{
this.phase.value="refused";return}this.socket=n,this.awaitMessage(),n.onopen=()=>this.opened(n),n.onmessage=r=>this.received(
r.data),n.onclose=()=>{this.socket===n&&this.closed()}}send(t){this.socket?.readyState===WebSocket.OPEN&&this.socket.send(
JSON.stringify(t))}awaitMessage(){window.clearTimeout(this.silence),this.silence=window.setTimeout(()=>{this.phase.value=
"silent",this.open()},mr)}hear(){this.heard.value=Date.now(),this.awaitMessage()}opened(t){this.hear(),this.pause=fr;for(let n of this.
topics())t.send(JSON.stringify({subscribe:n}));this.wasOpen&&(this.reconnected.value=!0,window.setTimeout(()=>{this.reconnected.
value=!1},Vs)),this.wasOpen=!0,this.phase.value="open"}received(t){if(this.hear(),typeof t!="string")return;let n;try{n=
JSON.parse(t)}catch{return}typeof n?.topic=="string"&&n.topic!==""&&this.onUpdate(n)}leave(){let t=this.socket;this.socket=
void 0,t?.close()}async closed(){this.socket=void 0,window.clearTimeout(this.silence);let t=await Gs();this.socket===void 0&&
(this.phase.value=t,t!=="refused"&&(this.retry=window.setTimeout(()=>this.open(),this.pause),this.pause=Math.min(js,this.
pause*1.6)))}};async function Gs(){try{return(await ze("/api/session",AbortSignal.timeout(mr))).status===401?"refused":"\
interrupted"}catch(e){return e instanceof DOMException&&e.name==="TimeoutError"?"silent":"ended"}}var Ys=2e3,Zs=4,Bt=class{constructor(t,n,r,i=()=>performance.now()){this.send=t;this.schedule=n;this.linger=r;this.now=i}send;schedule;linger;now;topics=new Map;waiting=[];subscribe(t){
let n=this.topics.has(t),r=this.topic(t);r.subscribers++,n||this.send({subscribe:t});let i=!1,s=()=>{i||(i=!0,r.subscribers--,
this.linger(()=>this.drop(t,r)),this.dropOldest())};return{state:r.state,end:s}}dropOldest(){let t=[...this.topics].filter(
([,n])=>n.subscribers===0);for(let[n,r]of t.slice(0,-Zs))this.drop(n,r)}drop(t,n){n.subscribers>0||this.topics.get(t)!==
n||(this.topics.delete(t),this.send({unsubscribe:t}))}names(){return[...this.topics.keys()]}receive(t){this.waiting.push(
t),this.waiting.length===1&&this.schedule(()=>this.apply())}apply(){let t=this.waiting;this.waiting=[];let n=new Set;for(let r of t){
let i=this.topics.get(r.topic);i!==void 0&&(this.change(i,r),n.add(i))}Oe(()=>{for(let r of n)r.state.value={loaded:!0,entries:r.
entries,changed:r.changed}})}change(t,n){let r=this.now();n.reset===!0&&(t.entries.clear(),t.changed.clear());for(let[i,
s]of t.changed)r-s>Ys&&t.changed.delete(i);for(let i of n.remove??[])t.entries.delete(i),t.changed.delete(i);for(let[i,s]of Object.
entries(n.set??{}))t.entries.set(i,s),n.reset!==!0&&t.changed.set(i,r)}topic(t){let n=this.topics.get(t);if(n===void 0){
let r=new Map,i=new Map;n={entries:r,changed:i,state:F({loaded:!1,entries:r,changed:i}),subscribers:0},this.topics.set(t,
n)}return n}};function A(e,t){return e.entries.get(t)}function H(e,t){return se(e,t).map(([,n])=>n)}function se(e,t){let n=`${t}\
/`,r=[];for(let[i,s]of e.entries)i.startsWith(n)&&r.push([i.slice(n.length),s]);return r}var Xs=250,Js=2e4;function Qs(e){let t=window.requestAnimationFrame(()=>{window.clearTimeout(n),e()}),n=window.setTimeout(
()=>{window.cancelAnimationFrame(t),e()},Xs)}var Kn=new Bt(e=>G.send(e),Qs,e=>{window.setTimeout(e,Js)}),G=new zt(e=>Kn.
receive(e),()=>Kn.names()),hr={loaded:!1,entries:new Map,changed:new Map};function ae(e){let t=P(void 0),n=P(hr);return N(
()=>{let r=Kn.subscribe(e);return t.value=r.state,()=>{t.value=void 0,r.end()}},[e]),Lt(()=>{n.value=t.value?.value??hr}),
n}var gr="meshwork-theme",Ut=["system","light","dark"],ge=F(ea());function vr(){ge.value=Ut[(Ut.indexOf(ge.value)+1)%Ut.length]??
"system"}function br(){ie(()=>{document.documentElement.dataset.theme=ge.value;try{localStorage.setItem(gr,ge.value)}catch{}})}
function ea(){try{let e=localStorage.getItem(gr);return Ut.find(t=>t===e)??"system"}catch{return"system"}}var ta=0;function o(e,t,n,r,i,s){t||(t={});var a,l,c=t;if("ref"in c)for(l in c={},t)l=="ref"?a=t[l]:c[l]=t[l];var d={type:e,props:c,
key:n,ref:a,__k:null,__:null,__b:0,__e:null,__c:null,constructor:void 0,__v:--ta,__i:-1,__u:0,__source:i,__self:s};if(typeof e==
"function"&&(a=e.defaultProps))for(l in a)c[l]===void 0&&(c[l]=a[l]);return C.vnode&&C.vnode(d),d}function q({title:e,children:t,aside:n,id:r,kind:i=""}){let s=`${r??e.toLowerCase().replace(/\W+/g,"-")}-heading`;return o(
"section",{class:`panel ${i}`,"aria-labelledby":s,id:r,children:[o("header",{class:"panel-head",children:[o("h2",{id:s,children:e}),
n]}),t]})}function L({title:e,children:t}){return o("div",{class:"nothing",children:[o("p",{class:"nothing-title",children:e}),
t!==void 0&&o("p",{children:t})]})}function K({lines:e=4,label:t}){return o("div",{class:"skeleton",role:"status",children:[
o("span",{class:"unseen",children:["Loading ",t]}),Array.from({length:e},(n,r)=>o("div",{class:"skeleton-line","aria-hid\
den":!0},r))]})}var na=/[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]|\p{Cs}/gu;
function k(e,t="nothing"){return e.replace(na,n=>t==="lines"&&(n===`
`||n==="	")?n:n===`
`?" \u23CE ":`\u27E8U+${(n.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}\u27E9`)}function xr(e,t){let n=Date.
parse(e);if(Number.isNaN(n)||n<=0)return"";let r=jn(Math.abs(t-n));return n>t+1e3?`in ${r}`:`${r} ago`}function jn(e){let t=Math.
floor(e/1e3);if(t<120)return`${t}s`;let n=Math.floor(t/60);if(n<120)return`${n}m`;let r=Math.floor(n/60);return r<48?`${r}\
h`:`${Math.floor(r/24)}d`}function we(e){let t=new Date(e);return Number.isNaN(t.getTime())?"":t.toLocaleTimeString("en-\
GB")}function x(e){let t=String(e);return/^\d+$/.test(t)?t.length>12?oa(BigInt(t)):t.replace(/\B(?=(\d{3})+$)/g,","):t}function oa(e){
let t=e.toString(2),n=t.startsWith("11")?t.length:t.length-1;return`${e===1n<<BigInt(n)?"":"\u2248 "}${ra(n)}`}function ra(e){
return`2${[...String(e)].map(t=>"\u2070\xB9\xB2\xB3\u2074\u2075\u2076\u2077\u2078\u2079"[Number(t)]??"").join("")}`}function $(e,t,n=`${t}\
s`){return`${x(e)} ${e===1?t:n}`}function Vn(e,t){if(e.length<=t)return e;let n=Math.ceil((t-1)*.55);return`${e.slice(0,
t-1-n)}\u2026${e.slice(e.length-n)}`}var ia={check:"M3.5 8.5l3 3 6-7",cross:"M4 4l8 8M12 4l-8 8",warning:"M8 2.5L14.2 13.5H1.8zM8 6.5v3M8 11.4v.6",question:"\
M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.8-1.1 1.6M8 12v.4",dot:"M8 6.6a1.4 1.4 0 1 1 0 2.8a1.4 1.4 0 1 1 0-2.8",ring:"M8 \
3a5 5 0 1 1 0 10a5 5 0 1 1 0-10M5 8h6",dash:"M4 8h8",barred:"M8 3a5 5 0 1 1 0 10a5 5 0 1 1 0-10M4.6 4.6l6.8 6.8",blank:"",
clock:"M8 3a5 5 0 1 1 0 10a5 5 0 1 1 0-10M8 5.5V8l2 1.4"};function E({shape:e,color:t,label:n}){let r=n===void 0?{"aria-\
hidden":!0}:{role:"img","aria-label":n};return o("svg",{class:`icon ${t}`,viewBox:"0 0 16 16",width:"16",height:"16",...r,
children:o("path",{d:ia[e]})})}var yr={Good:{shape:"check",color:"good",label:"good"},Bad:{shape:"cross",color:"bad",label:"\
problem"},Caution:{shape:"warning",color:"caution",label:"caution"},Unclear:{shape:"question",color:"caution",label:"unc\
lear"},Neutral:{shape:"dot",color:"neutral",label:"note"},Blank:{shape:"blank",color:"neutral",label:""}};function Y({mark:e}){
let t=yr[e??"Neutral"]??yr.Neutral;return o(E,{...t})}function Be({tone:e}){return o(Y,{mark:e==="good"?"Good":e==="bad"?
"Bad":"Neutral"})}var Gn={Online:{shape:"check",color:"good",word:"Online"},NoPods:{shape:"ring",color:"neutral",word:"N\
o Pods"},Down:{shape:"cross",color:"bad",word:"Down"},Degraded:{shape:"warning",color:"bad",word:"Degraded"},Missing:{shape:"\
question",color:"bad",word:"Missing"},Conflict:{shape:"warning",color:"bad",word:"Conflict"},Excluded:{shape:"barred",color:"\
bad",word:"Excluded"},Pending:{shape:"clock",color:"neutral",word:"Pending"},Unknown:{shape:"question",color:"caution",word:"\
Unknown"},NotInMesh:{shape:"dash",color:"neutral",word:"Not in mesh"}};function it(e){return Gn[e]?.word??e}function _e(e){
return Gn[e]??Gn.Unknown}function Ht({state:e}){let t=_e(e);return o("span",{class:`state ${t.color}`,children:[o(E,{shape:t.
shape,color:t.color}),o("span",{children:t.word})]})}function f({value:e}){return o("bdi",{children:k(e)})}function ve({value:e}){let t=k(e);return o("bdi",{class:"name",title:t,
children:t})}function le({time:e}){return e===""?null:o("time",{dateTime:e,title:k(e),children:xr(e,me.value)})}function st({namespace:e,service:t}){return e===void 0||t===void 0?"":`${e}/${t}`}function qt({address:e}){let{namespace:t,
service:n}=e;return t===void 0||n===void 0?null:o("a",{href:X(t,n),children:o(f,{value:st(e)})})}function at(e){return e.includes(":")?aa(e):sa(e)}function sa(e){let t=e.split(".");if(!(t.length!==4||t.some(n=>!/^\d{1,3}$/.
test(n)||Number(n)>255)))return t.reduce((n,r)=>n<<8n|BigInt(r),0n)}function aa(e){let t=e.split("::");if(t.length>2)return;
let n=t.map(l=>l===""?[]:l.split(":")),[r=[],i=[]]=n,s=t.length===2?8-r.length-i.length:0,a=[...r,...Array.from({length:Math.
max(0,s)},()=>"0"),...i];if(!(a.length!==8||a.some(l=>!/^[0-9a-f]{1,4}$/i.test(l))))return a.reduce((l,c)=>l<<16n|BigInt(
`0x${c}`),0n)}function wr(e,t){if(t==="IPv4")return[24n,16n,8n,0n].map(s=>e>>s&255n).join(".");let n=Array.from({length:8},
(s,a)=>(e>>BigInt(112-16*a)&0xffffn).toString(16)),{start:r,length:i}=la(n);return i<2?n.join(":"):`${n.slice(0,r).join(
":")}::${n.slice(r+i).join(":")}`}function la(e){let t={start:0,length:0},n=0;return e.forEach((r,i)=>{r!=="0"?n=i+1:i-n+
1>t.length&&(t={start:n,length:i-n+1})}),t}var Yn=200,_r={Used:{word:"Used",color:"neutral",shape:"dot"},CoolingDown:{word:"Cooling down",color:"caution",shape:"cl\
ock"},Reserved:{word:"Reserved",color:"neutral",shape:"dash"},OutOfRange:{word:"Out of range",color:"bad",shape:"warning"}};
function kr({addresses:e}){let t=P(Yn),n=new URLSearchParams(he.value).get("q")??"",r=e.filter(s=>da(s).includes(n.trim().
toLowerCase())).sort(pa),i=s=>j(s===""?"/addresses":`/addresses?q=${encodeURIComponent(s)}`,"replace");return o(q,{title:"\
All addresses",aside:o("label",{class:"search",children:[o("span",{class:"unseen",children:"Search addresses"}),o("input",
{type:"search",placeholder:"Search address or Service",value:n,spellcheck:!1,autocomplete:"off",onInput:s=>i(s.currentTarget.
value)})]}),children:[o("p",{class:"quiet",children:[x(r.length)," of ",x(e.length)," addresses"]}),o("div",{class:"tabl\
e-box",tabIndex:0,role:"region","aria-label":"Addresses",children:o("table",{class:"address-table",children:[o("thead",{
children:o("tr",{children:["Address","State","Service","Mesh","Range"].map(s=>o("th",{scope:"col",children:s},s))})}),o(
"tbody",{children:r.slice(0,t.value).map(s=>o(ca,{address:s},`${s.mesh} ${s.ip}`))})]})}),r.length>t.value&&o("button",{
type:"button",class:"button",onClick:()=>{t.value+=Yn},children:["Show ",x(Math.min(Yn,r.length-t.value))," more"]})]})}
function ca({address:e}){let t=Sr(e);return o("tr",{children:[o("td",{class:"ip",children:o(f,{value:e.ip})}),o("td",{children:o(
"span",{class:`state ${t.color}`,children:[o(E,{shape:t.shape,color:t.color}),t.word]})}),o("td",{children:o(qt,{address:e})}),
o("td",{children:o(f,{value:e.mesh})}),o("td",{children:o(f,{value:e.range})})]})}function Sr(e){return _r[e.state]??_r.
Reserved}function da(e){return`${e.ip} ${st(e)} ${e.mesh} ${Sr(e).word} ${e.range}`.toLowerCase()}function pa(e,t){let[n,
r]=[at(e.ip)??0n,at(t.ip)??0n];return n<r?-1:n>r?1:0}function Wt(e){let t=O(null),n=P(0);return Xe(()=>{let r=t.current;if(r===null)return;let i=new ResizeObserver(()=>{n.value=
r.clientWidth});return i.observe(r),n.value=r.clientWidth,()=>i.disconnect()},[e]),{box:t,width:n}}var Kt=1024n,ua=1n<<20n,fa=256n;function Mr(e,t){let n=ma(e);if(n===void 0)return;let r=t.map(u=>({address:u,offset:ha(u)})).
filter(({offset:u})=>u>=0n&&u<n.size);if(r.length===0&&n.size>Kt)return;let i=ga(n.size,r.map(({offset:u})=>u)),s=i.size<=
Kt?1n:(i.size+Kt-1n)/Kt,a=new Map;for(let{address:u,offset:m}of r){let p=Number((m-i.first)/s),h=a.get(p);h===void 0?a.set(
p,[u]):h.push(u)}let l=u=>wr(n.first+u,e.family),c=Number((i.size+s-1n)/s);return{cells:Array.from({length:c},(u,m)=>{let p=i.
first+BigInt(m)*s,h=Zn(p+s,i.first+i.size)-1n,g=a.get(m)??[];return{first:l(p),last:l(h),kind:va(g),addresses:g,density:ba(
g.length,s)}}),perCell:s,first:l(i.first),last:l(i.first+i.size-1n),whole:i.size===n.size}}function ma(e){let t=at(e.first);
return t===void 0?void 0:{first:t,size:BigInt(e.size)}}function ha(e){return/^\d+$/.test(e.offset)?BigInt(e.offset):-1n}
function ga(e,t){if(e<=ua)return{first:0n,size:e};let n=t.reduce((a,l)=>Zn(a,l),t[0]??0n),r=t.reduce((a,l)=>l>a?l:a,0n),
i=fa;for(;i<e&&n/i!==r/i;)i*=2n;let s=n/i*i;return{first:s,size:Zn(i,e-s)}}function va(e){return e.some(t=>t.state==="Us\
ed")?"used":e.some(t=>t.state==="CoolingDown")?"coolingDown":e.length>0?"reserved":"free"}function ba(e,t){if(e===0)return 0;
if(t===1n)return 4;let n=e/Number(t);return n>.75?4:n>.5?3:n>.25?2:1}function Zn(e,t){return e<t?e:t}function Cr(e,t,n,r){let i={ArrowRight:1,ArrowLeft:-1,ArrowDown:r,ArrowUp:-r};if(e==="Home")return 0;if(e==="End")return n-
1;let s=i[e];if(s===void 0)return;let a=t+s;return a>=0&&a<n?a:Math.max(0,t)}function $r({range:e,addresses:t,index:n}){let r=Mr(e,t);return o("article",{class:"range panel","aria-label":`Range ${e.
cidr} of Mesh ${e.mesh}`,children:[o("header",{class:"range-head",children:[o("h2",{children:o(f,{value:e.cidr})}),o("sp\
an",{class:"tag",children:["Mesh ",o(f,{value:e.mesh})]}),o("p",{class:"range-numbers",children:[o("strong",{children:x(
e.used)})," used, ",o("strong",{children:x(e.coolingDown)})," cooling down,"," ",o("strong",{children:x(e.available)}),"\
 available of ",x(e.size)]})]}),e.message!==void 0&&o("p",{class:"range-message",children:[o(E,{shape:"warning",color:"c\
aution"}),o("span",{children:o(f,{value:e.message})})]}),r!==void 0&&o(xa,{map:r,range:e,index:n}),r===void 0&&e.message===
void 0&&o("p",{class:"quiet",children:"No address of this range is in use."})]})}function xa({map:e,range:t,index:n}){let r=P(
-1),i=P(-1),s=fe(()=>i.value>=0?i.value:r.value),{box:a,width:l}=Wt(),c=ya(e.cells.length,l.value),d=Math.min(20,Math.floor(
l.value/c*10)/10),u=Math.ceil(e.cells.length/c),m=g=>`range-${n}-cell-${g}`,p=g=>{let w=Cr(g.key,r.value,e.cells.length,
c);w!==void 0&&(g.preventDefault(),r.value=w)},h=g=>{let w=g.target instanceof Element?g.target.closest("[data-cell]"):null;
return Number(w?.getAttribute("data-cell")??-1)};return o("div",{class:"map",ref:a,children:[o("svg",{class:"map-cells",
width:c*d,height:u*d,role:"listbox",tabindex:0,"aria-label":`Addresses ${e.first} to ${e.last}`,"aria-activedescendant":r.
value>=0?m(r.value):void 0,onKeyDown:p,onPointerOver:g=>{i.value=h(g)},onPointerLeave:()=>{i.value=-1},onClick:g=>{r.value=
h(g)},onFocus:()=>{r.value<0&&(r.value=0)},children:[o(_a,{index:n}),l.value>0&&e.cells.map((g,w)=>o("rect",{id:m(w),"da\
ta-cell":w,role:"option","aria-selected":w===r.value,"aria-label":ka(g,e.perCell),class:`map-cell ${g.kind} density-${g.
density}`,x:w%c*d+1,y:Math.floor(w/c)*d+1,width:d-2,height:d-2,rx:"2",fill:wa(g,n)},w)),s.value>=0&&o("rect",{class:"map\
-cursor",x:s.value%c*d,y:Math.floor(s.value/c)*d,width:d,height:d,rx:"3"})]}),o("p",{class:"map-scale quiet",children:[e.
first," to ",e.last,e.perCell>1n?`, ${x(e.perCell.toString())} addresses in a cell`:", one address in a cell",!e.whole&&
"; only the part of the range that is in use"]}),o(Sa,{cell:e.cells[s.value],perCell:e.perCell,name:t.cidr})]})}function ya(e,t){
let n=e>256?64:e>64?32:16;return[64,32,16].find(r=>r<=n&&t/r>=10)??16}function wa(e,t){return e.kind==="coolingDown"?`ur\
l(#cooling-down-${t})`:e.kind==="reserved"?`url(#reserved-${t})`:void 0}function _a({index:e}){return o("defs",{children:[
o("pattern",{id:`cooling-down-${e}`,width:"5",height:"5",patternUnits:"userSpaceOnUse",patternTransform:"rotate(45)",children:[
o("rect",{class:"pattern-ground",width:"5",height:"5"}),o("rect",{class:"pattern-caution",width:"2.5",height:"5"})]}),o(
"pattern",{id:`reserved-${e}`,width:"4",height:"4",patternUnits:"userSpaceOnUse",children:[o("rect",{class:"pattern-grou\
nd",width:"4",height:"4"}),o("circle",{class:"pattern-neutral",cx:"2",cy:"2",r:"1"})]})]})}var Jn={free:"free",used:"use\
d",coolingDown:"cooling down",reserved:"reserved"};function ka(e,t){let n=e.first===e.last?e.first:`${e.first} to ${e.last}`;
if(t>1n)return`${n}: ${e.addresses.length===0?Jn[e.kind]:`${$(e.addresses.length,"address","addresses")} taken`}`;let r=e.
addresses[0]===void 0?"":st(e.addresses[0]),i=r===""?"":` by ${k(r)}`;return`${n}: ${Jn[e.kind]}${i}`}var Xn=6;function Sa({
cell:e,perCell:t,name:n}){return e===void 0?o("p",{class:"readout quiet",children:["Point at a cell of ",n,", or use the\
 arrow keys, to see who has its addresses."]}):o("p",{class:"readout",children:[o("strong",{children:e.first===e.last?e.
first:`${e.first} \u2013 ${e.last}`})," ",e.addresses.length===0||t===1n?Jn[e.kind]:`${x(e.addresses.length)} of ${x(t.toString())}\
 taken`,e.addresses.slice(0,Xn).map(r=>o("span",{class:"value",children:[t>1n&&o(b,{children:[r.ip," "]}),o(qt,{address:r})]},
r.ip)),e.addresses.length>Xn&&o("span",{class:"value quiet",children:["and ",e.addresses.length-Xn," more"]})]})}function Tr(){let e=ae("addresses").value,t=H(e,"range").sort((r,i)=>`${r.mesh} ${r.family} ${r.cidr}`<`${i.mesh} ${i.family}\
 ${i.cidr}`?-1:1),n=H(e,"address");return o("div",{class:"page addresses",children:[o("div",{class:"page-head",children:[
o("h1",{children:"Addresses"}),t.length>0&&o(Ma,{})]}),!e.loaded&&o(K,{label:"addresses",lines:10}),e.loaded&&t.length===
0&&o(L,{title:"No Mesh has address ranges",children:["Services of type LoadBalancer get addresses of their Mesh if it ha\
s ranges in ",o("code",{children:"spec.vips.cidrs"}),"."]}),t.map((r,i)=>o($r,{range:r,index:i,addresses:n.filter(s=>s.range===
r.cidr&&s.mesh===r.mesh)},`${r.mesh}/${r.cidr}`)),n.length>0&&o(kr,{addresses:n})]})}function Ma(){return o("ul",{class:"\
legend map-legend","aria-label":"Legend",children:["used","free","cooling-down","reserved"].map(e=>o("li",{children:[o("\
svg",{viewBox:"0 0 14 14",width:"14",height:"14","aria-hidden":!0,children:[o("defs",{children:o("pattern",{id:`legend-${e}`,
width:e==="reserved"?4:5,height:e==="reserved"?4:5,patternUnits:"userSpaceOnUse",patternTransform:e==="reserved"?void 0:
"rotate(45)",children:[o("rect",{class:"pattern-ground",width:"5",height:"5"}),e==="reserved"?o("circle",{class:"pattern\
-neutral",cx:"2",cy:"2",r:"1"}):o("rect",{class:"pattern-caution",width:"2.5",height:"5"})]})}),o("rect",{class:`map-cel\
l ${e} density-4`,width:"14",height:"14",rx:"2",fill:e==="used"||e==="free"?void 0:`url(#legend-${e})`})]}),e.replace("-",
" ")]},e))})}var jt=F("");function Ca(e){return/^[\w@%+=:,./-]+$/.test(e)?e:`'${e.replaceAll("'","'\\''")}'`}function Vt(...e){let t=e[0]===
"meshwork"?1:0,n=jt.value===""?[]:[jt.value];return["kubectl",...e.slice(0,t),...n,Qn(...e.slice(t))].join(" ")}function Qn(...e){
return e.map(Ca).join(" ")}var Yt={color:"unknown",word:""},Gt=F(Yt);function Ue({color:e,word:t}){N(()=>{Gt.value={color:e,word:t}},[e,t]),N(()=>()=>{
Gt.value=Yt},[])}function Pr(e){return e===void 0?Yt:e.result==="Unknown"?{color:"unknown",word:"Unknown"}:to(eo(e.problems))}
function eo(e){return e.filter(t=>t.result==="Problem").length}function to(e){return e===void 0?Yt:e===0?{color:"good",word:""}:
{color:"bad",word:e===1?"1 problem":`${e} problems`}}function ce({shares:e,label:t}){let n=e.reduce((s,a)=>s+a.value,0),r=0,i=e.map(s=>`${x(s.value)} ${s.word}`).join(", ");
return o("svg",{class:"bar",role:"img","aria-label":`${t}: ${i}`,viewBox:"0 0 100 6",preserveAspectRatio:"none",children:[
o("rect",{class:"track",width:"100",height:"6"}),n>0&&e.map(s=>{let a=s.value===0?0:Math.max(2,s.value/n*100),l=o("rect",
{class:`fill-${s.color}`,x:r,width:Math.min(a,100-r),height:"6"},s.word);return r+=a,l})]})}var $a=2e3;function be({text:e,label:t="Copy",title:n}){let r=P(""),i=async()=>{try{await navigator.clipboard.writeText(
e),r.value="Copied"}catch{r.value="Not copied"}window.setTimeout(()=>{r.value=""},$a)};return o("button",{type:"button",
class:"button small",title:n===void 0?void 0:k(n),onClick:()=>{i()},children:o("span",{"aria-live":"polite",children:r.value||
t})})}function ke({document:e}){return o("div",{class:"document",children:e.blocks.map((t,n)=>o(Ta,{block:t},n))})}function Ta({
block:e}){let t=e.text??"";switch(e.kind){case"headline":return o("p",{class:"headline",children:[o(Y,{mark:e.mark}),o("\
span",{children:o(f,{value:t})})]});case"heading":return o("h3",{children:o(f,{value:t})});case"item":return o("div",{class:"\
item",children:[o(Y,{mark:e.mark}),o("span",{class:"item-label",children:o(f,{value:e.label??""})}),o("span",{class:"ite\
m-text",children:o(f,{value:t})})]});case"share":return o(Pa,{block:e});case"table":return o(Ea,{rows:e.rows??[]});case"\
command":return o(Te,{text:t});case"remark":return o("p",{class:"remark",children:o(f,{value:t})});case"paragraph":return o(
"p",{children:o(f,{value:t})});default:return null}}function Pa({block:e}){let t=Math.max(1,e.percent??0);return o("div",
{class:"item share",children:[o("span",{"aria-hidden":!0}),o(ce,{label:"Share",shares:[{value:t,color:e.mark==="Bad"?"ba\
d":"good",word:"percent"},{value:100-t,color:"neutral",word:"percent elsewhere"}]}),o("span",{class:"item-text",children:o(
f,{value:e.text??""})})]})}function Te({text:e}){return o("div",{class:"command",children:[o("code",{children:o(f,{value:e})}),
o(be,{text:e})]})}function Ea({rows:e}){let[t,...n]=e;return t===void 0?null:o("div",{class:"table-box",tabIndex:0,role:"\
region","aria-label":`Table: ${t[0]??""}`,children:o("table",{children:[o("thead",{children:o("tr",{children:t.map((r,i)=>o(
"th",{scope:"col",children:o(f,{value:r})},i))})}),o("tbody",{children:n.map((r,i)=>o("tr",{children:r.map((s,a)=>o("td",
{children:o(f,{value:s})},a))},i))})]})})}var Na=60;function Er({state:e}){let t=se(e,"change").sort(([n],[r])=>Number(r)-Number(n)).slice(0,Na);return o(q,{title:"\
Changes",kind:"changes",children:[!e.loaded&&o(K,{label:"changes"}),e.loaded&&t.length===0&&o(L,{title:"Nothing has chan\
ged yet",children:"Changes appear here as they happen."}),o("ol",{class:"change-list",tabIndex:t.length>8?0:void 0,"aria\
-label":"Changes, the newest first",children:t.map(([n,r])=>o(Ra,{change:r},n))})]})}function Aa(e){return e.replace(/^is /,
"are ").replace(/^has /,"have ")}function Ra({change:e}){return o("li",{children:[o(Be,{tone:e.tone}),o("time",{dateTime:e.
time,children:we(e.time)}),o("span",{children:[e.service!==""?o("a",{href:X(e.namespace,e.service),children:o(f,{value:`${e.
namespace}/${e.service}`})}):o("strong",{children:$(e.services,"Service")})," ",o(f,{value:e.service!==""?e.text:Aa(e.text)}),
e.service===""&&o("span",{class:"quiet",children:[": ",o(f,{value:e.examples.join(", ")}),", \u2026"]})]})]})}var Oa={Yes:"Good",No:"Bad",Unknown:"Unclear"};function Da(e,t){return e.ready===0&&!t.healthy?"Bad":e.ready<e.desired?"\
Caution":"Good"}function Nr({manager:e}){return o(q,{title:"Manager",aside:o("span",{class:"quiet",children:["Namespace ",
o(f,{value:e.namespace})]}),children:[o("div",{class:"item",children:[o(Y,{mark:Oa[e.leads]}),o("span",{class:"item-labe\
l",children:"Leader"}),o("span",{class:"item-text",children:[e.leader!==void 0&&o("strong",{class:"leader",children:o(f,
{value:e.leader})})," ",o(f,{value:e.message})]})]}),e.deployments?.map(t=>o("div",{class:"item",children:[o(Y,{mark:Da(
t,e)}),o("span",{class:"item-label",children:"Deployment"}),o("span",{class:"item-text",children:[o(f,{value:t.name}),":\
 ",t.ready," of ",t.desired," ready"," ",t.images.map(n=>o("code",{class:"image",children:o(f,{value:n})},n))]})]},t.name))]})}function Rr({mesh:e}){let t=e.conditions.filter(n=>!n.true);return o("article",{class:"mesh-card","aria-label":`Mesh ${e.
name}`,children:[o("header",{children:[o("h3",{children:o("a",{href:`/services?mesh=${encodeURIComponent(e.name)}`,children:o(
ve,{value:e.name})})}),e.meshServices!==void 0&&o("span",{class:"quiet",children:$(e.meshServices,"MeshService")}),e.mtls!==
void 0&&o("span",{class:"tag",children:["mTLS ",o(f,{value:e.mtls})]}),t.length===0&&e.conditions.length>0&&o("span",{class:"\
state good",children:[o(E,{shape:"check",color:"good"}),"Ready"]})]}),t.map(n=>o("div",{class:"item",children:[o(Y,{mark:"\
Bad"}),o("span",{class:"item-label",children:o(f,{value:n.type})}),o("span",{class:"item-text",children:[o(f,{value:n.message??
""})," ",o("span",{class:"tag",children:o(f,{value:n.reason})})]})]},n.type)),o("dl",{class:"mesh-facts",children:[e.ipv4!==
void 0&&o(Ar,{family:"IPv4",usage:e.ipv4}),e.ipv6!==void 0&&o(Ar,{family:"IPv6",usage:e.ipv6}),e.certificates!==void 0&&
o(Fa,{certificates:e.certificates})]})]})}function Ar({family:e,usage:t}){let n=[{value:t.used,color:"accent",word:"used"},
{value:t.available,color:"neutral",word:"available"}],r=t.available===0&&t.used>0;return o(b,{children:[o("dt",{children:[
e," addresses"]}),o("dd",{class:"usage",children:[o(ce,{label:`${e} addresses`,shares:n}),o("a",{href:"/addresses",children:[
x(t.used)," used, ",x(t.available)," available"]}),r&&o("span",{class:"state bad",children:[o(E,{shape:"warning",color:"\
bad"}),"Exhausted"]})]})]})}function Fa({certificates:e}){return o(b,{children:[o("dt",{children:"Certificates"}),o("dd",
{children:[e.pods===void 0?"An unknown number of Pods":$(e.pods,"Pod"),e.signingBackend!==void 0&&o(b,{children:[" from \
CA backend ",o("strong",{children:o(f,{value:e.signingBackend})})]}),e.firstExpiry!==void 0&&o(b,{children:["; the first\
 expires ",o(le,{time:e.firstExpiry})]}),(e.expired??0)>0&&o("span",{class:"state bad",children:[o(E,{shape:"warning",color:"\
bad"}),x(e.expired??0)," expired"]}),e.rotation!==void 0&&o("p",{class:"rotation",children:[o("span",{class:"tag",children:o(
f,{value:e.rotation})})," ",o(f,{value:e.rotationMessage??""})]})]})]})}var La=3;function Dr({problems:e}){return o(q,{title:"Problems",aside:e.length>0&&o("span",{class:"quiet",children:x(e.length)}),
children:[e.length===0&&o(L,{title:"Everything is as it should be"}),o("ul",{class:"problems",children:e.map(t=>o(Ia,{problem:t},
`${t.reason} ${t.cause}`))})]})}function Ia({problem:e}){let t=e.services??[],n=e.count??t.length,{remedy:r}=e,i=e.result===
"Unknown";return o("li",{class:"problem",children:[o(E,{shape:i?"question":"warning",color:i?"caution":"bad"}),o("div",{
children:[o("p",{class:"problem-cause",children:[o("strong",{children:o(f,{value:e.cause})})," ",o("span",{class:"tag",children:o(
f,{value:e.reason})})]}),e.namespaces.length>0&&o("p",{class:"problem-places",children:[$(n,"Service"),": ",o(za,{problem:e})]}),
n<=1&&e.message!==void 0&&o("p",{class:"quiet",children:o(f,{value:e.message})}),t.length>0&&o(Ba,{services:t,count:n}),
r!==void 0&&o(b,{children:[n>1&&t[0]!==void 0&&o("p",{class:"quiet",children:["For ",o(f,{value:t[0]}),":"]}),r.command!==
void 0&&o(Te,{text:r.command}),o("p",{class:"quiet",children:o(f,{value:r.why})})]})]})]})}var Or=6;function za({problem:e}){
let t=e.namespaces.slice(Or);return o(b,{children:[e.namespaces.slice(0,Or).map(({namespace:n,services:r})=>o("span",{class:"\
value",children:o("a",{href:`/services?namespace=${encodeURIComponent(n)}&finding=${encodeURIComponent(e.reason)}`,children:[
x(r)," in ",o(f,{value:n})]})},n)),t.length>0&&o("span",{class:"value",children:[x(t.reduce((n,r)=>n+r.services,0))," in\
 ",$(t.length,"other namespace")]})]})}function Ba({services:e,count:t}){let n=o("ul",{class:"problem-services",children:e.
map(r=>o("li",{children:o(Ua,{service:r})},r))});return t<=La?n:o("details",{children:[o("summary",{children:e.length<t?
`The first ${e.length}`:"All of them"}),n]})}function Ua({service:e}){let[t="",n=""]=e.split("/");return o("a",{class:"p\
roblem-name",href:X(t,n),children:o(f,{value:e})})}var no=["state","name","namespace","mesh","endpoints"],Se=["state","mesh","namespace","delegated","finding","problem"];var Fr={column:"state",descending:!1};function Lr(e){let t=new URLSearchParams(e),n=r=>t.get(r)??"";return{q:n("q"),state:n(
"state"),mesh:n("mesh"),namespace:n("namespace"),delegated:n("delegated"),finding:n("finding"),problem:n("problem")==="t\
rue"?"true":"",sort:Ha(n("sort"))}}function Ir(e){let t=new URLSearchParams;e.q!==""&&t.set("q",e.q);for(let s of Se)e[s]!==
""&&t.set(s,e[s]);let{column:n,descending:r}=e.sort;(n!==Fr.column||r)&&t.set("sort",(r?"-":"")+n);let i=t.toString();return i===
""?"":`?${i}`}function Ha(e){let t=e.startsWith("-"),n=t?e.slice(1):e,r=no.find(i=>i===n);return r===void 0?Fr:{column:r,
descending:t}}function oo(e,t){switch(t){case"state":return[e.state];case"mesh":return[e.mesh===""?"-":e.mesh];case"name\
space":return[e.namespace];case"delegated":return e.delegated===""?[]:[e.delegated];case"finding":return e.findings;case"\
problem":return e.result==="Problem"?["true"]:[]}}function ro(e,t,n){if(n==="")return!0;let r=oo(e,t);return n==="*"?r.length>
0:r.includes(n)}function zr(e,t,n){let r=new Map(e);return t!==""&&t!=="*"&&!r.has(t)&&r.set(t,0),[...r].sort(([s],[a])=>s<
a?-1:1).map(([s,a])=>({value:s,count:a,label:n.get(s)??s}))}function io(e){return`${e.namespace}/${e.name} ${e.mesh} ${e.
addresses.join(" ")} ${e.findings.join(" ")}`.toLowerCase()}function lt(e){return e.toLowerCase().split(/\s+/).filter(t=>t!==
"")}var ct=["Excluded","Conflict","Missing","Down","Degraded","Unknown","Pending","NoPods","Online","NotInMesh"];function so(e){
return ct.indexOf(e)}function Br({counts:e}){let t=ct.filter(n=>(e.states[n]??0)>0);return o("section",{class:"panel states","aria-label":"St\
ates of Services","data-testid":"states",children:[o("p",{class:"states-total",children:[o("a",{href:"/services",children:$(
e.services,"Service")}),o("span",{class:"quiet",children:[x(e.inMesh)," in a mesh",e.delegated>0&&o(b,{children:[", ",o(
"a",{href:`/services?delegated=${"*"}`,children:[x(e.delegated)," delegated"]})]}),e.delegated>e.effective&&o(b,{children:[
", ",x(e.delegated-e.effective)," of them not effective"]}),e.foreign>0&&`, ${$(e.foreign,"MeshService")} of others`]})]}),
o("div",{class:"states-bar","aria-hidden":!0,children:t.map(n=>o("svg",{class:`states-share share-${_e(n).color}`,style:{
flexGrow:e.states[n]??0}},n))}),o("ul",{class:"states-legend",children:t.map(n=>{let{shape:r,color:i,word:s}=_e(n);return o(
"li",{children:o("a",{class:`state ${i}`,href:`/services?state=${n}`,children:[o(E,{shape:r,color:i})," ",o("span",{children:s}),
" ",o("strong",{children:x(e.states[n]??0)})]})},n)})})]})}function Ur(){let e=ae("overview").value,t=A(e,"status"),n=A(e,"counts");Ue(Pr(t));let r=A(e,"manager"),i=H(e,"mesh").sort(
(s,a)=>s.name<a.name?-1:1);return o("div",{class:"page overview",children:[o("div",{class:"overview-head",children:[o("h\
1",{class:"unseen",children:"Overview"}),t!==void 0?o(qa,{status:t}):o(K,{label:"the overview",lines:2})]}),n!==void 0&&
o(Br,{counts:n}),o("div",{class:"columns",children:[o("div",{class:"column problems-column",children:t!==void 0&&o(Dr,{problems:t.
problems})}),o("div",{class:"column meshes-column",children:[o(q,{title:"Meshes",children:[i.map(s=>o(Rr,{mesh:s},s.name)),
e.loaded&&i.length===0&&o(L,{title:"No Mesh found",children:"A Service needs a Mesh to be in one."}),!e.loaded&&o(K,{label:"\
Meshes",lines:5})]}),r!==void 0&&o(Nr,{manager:r})]}),o("div",{class:"column changes-column",children:o(Er,{state:e})})]}),
t!==void 0&&o("details",{class:"panel as-text",children:[o("summary",{children:"As text"}),o(ke,{document:t.document})]})]})}
function qa({status:e}){let t=e.document.blocks.find(i=>i.kind==="headline"),n=t?.mark??(e.result==="OK"?"Good":"Bad"),r=e.
result==="Problem"?$(eo(e.problems),"problem"):t?.text??"No problems.";return o("p",{class:`health ${n.toLowerCase()}`,"\
data-testid":"health",children:[o(Y,{mark:n}),o("span",{children:o(f,{value:r})})]})}var y={service:"service",meshServices:"meshServices",meshService:e=>`meshService/${e}`,manager:e=>`manager/${e}`,slice:e=>`\
slice/${e}`,zone:e=>`zone/${e}`,node:(e,t)=>`node/${e}/${t}`,endpoint:e=>`endpoint/${e}`};function qr(e,t){let n=H(t,"me\
shService").sort((r,i)=>Hr(r)-Hr(i)||ao(r,i));return{service:e,meshServices:n,byPod:new Map(n.flatMap(r=>r.pod===void 0?
[]:[[r.pod,r]])),slices:H(t,"slice").sort((r,i)=>Number(i.ours)-Number(r.ours)||Zt(r.manager,i.manager)||ao(r,i)),endpoints:H(
t,"endpoint").sort((r,i)=>Zt(r.zone,i.zone)||Zt(r.node,i.node)||ao(r,i))}}function Xt(e){return e.state==="Exists"&&e.online>
0}function Pe(e,t){if(!e.service.headless)return e.meshServices;let n=e.byPod.get(t.name);return n===void 0?[]:[n]}function Jt(e){
return{ready:e.filter(t=>t.state==="Ready").length,all:e.length}}var qe={Ready:"ready",NotReady:"not ready",TerminatingServing:"\
terminating, still serving",Terminating:"terminating"},Qt={"":"",New:", of the new template",Old:", of the old template"};
function Hr(e){return e.state!=="Exists"?0:e.online>0?2:1}function ao(e,t){return Zt(e.name,t.name)}function Zt(e,t){return e<
t?-1:e>t?1:0}function Wr(e,t){let n=new Set;if(t===""||t===y.service)return n;let r=Wa(e,t),i=e.slices.find(a=>y.slice(a.name)===t),s=e.
meshServices.find(a=>y.meshService(a.name)===t);if(r.length===0&&i===void 0&&s===void 0)return n;n.add(y.service).add(t);
for(let a of r)Ka(n,e,a,t);if(i!==void 0&&n.add(y.manager(i.manager)),!e.service.headless)for(let a of e.meshServices)jr(
n,a,t);return s!==void 0&&n.add(y.meshServices),n}function Kr(e,{from:t,to:n}){return e.has(t)&&e.has(n)}function Wa(e,t){
let n=e.meshServices.find(r=>y.meshService(r.name)===t);return n!==void 0?e.endpoints.filter(r=>Pe(e,r).includes(n)):e.endpoints.
filter(r=>y.endpoint(r.name)===t||y.node(r.zone,r.node)===t||y.zone(r.zone)===t||r.slices.some(i=>y.slice(i)===t))}function Ka(e,t,n,r){
e.add(y.endpoint(n.name)).add(y.node(n.zone,n.node)).add(y.zone(n.zone));for(let i of t.slices)(r.startsWith("slice/")?y.
slice(i.name)===r:n.slices.includes(i.name))&&e.add(y.slice(i.name)).add(y.manager(i.manager));for(let i of Pe(t,n))jr(e,
i,r)}function jr(e,t,n){n.startsWith("meshService/")&&y.meshService(t.name)!==n||e.add(y.meshService(t.name)).add(y.meshServices)}function lo({edges:e,path:t,conflicts:n}){let r=i=>`edge ${t.size===0||i.from===""?"":Kr(t,i)?"lit":"dim"} ${n.has(i.from)||
n.has(i.to)?"conflict":""}`;return o("g",{class:"edges","aria-hidden":!0,children:e.map(i=>o("path",{d:i.path,class:r(i),
"data-edge":i.id},i.id))})}function co(e){return e.to.startsWith("endpoint/")&&e.from.startsWith("meshService/")}var ja={title:"600 12px",plain:"400 12px",small:"400 11.5px"},Va=5e3,en=new Map,tn;function Ee(e,t){let n=`${t} ${e}`,r=en.
get(n);if(r===void 0){if(tn??=document.createElement("canvas").getContext("2d"),tn===null)return e.length*7;tn.font=`${ja[t]}\
 ${getComputedStyle(document.body).fontFamily}`,r=tn.measureText(e).width,en.size>=Va&&en.clear(),en.set(n,r)}return r}function J(e,t,n){
let r=k(e);if(Ee(r,n)<=t)return r;let[i,s]=[3,r.length];for(;i<s;){let a=Math.ceil((i+s)/2);Ee(Vn(r,a),n)<=t?i=a:s=a-1}return Vn(
r,i)}function Vr(e,t){return t==="Service"?!1:t==="MeshServices"?e.meshServices.length===0:t==="EndpointSlices"?e.slices.length===
0:e.endpoints.endpoints.length===0}function Gr({title:{label:e,x:t,y:n},empty:r}){return o(b,{children:[o("text",{class:"\
column-title",x:t,y:n,children:e}),r&&o("text",{class:"sub",x:t,y:n+32,children:"none"})]})}function Yr({frame:e,emphasis:t}){
return o("g",{class:`frame list-frame ${e.ours===!0?"ours":""} ${t}`,"data-frame":e.id,style:{transform:`translate(${e.x}\
px, ${e.y}px)`},children:[o("title",{children:k(e.label)}),o("rect",{width:e.width,height:e.height,rx:"8"}),o("text",{class:"\
frame-label",x:"9",y:"17",children:J(e.label,e.width-18,"title")}),o("text",{class:"frame-note",x:"9",y:"34",children:e.
note}),o("text",{class:"frame-note",x:"9",y:e.height-9,children:e.more})]})}function po({frame:e,kind:t,emphasis:n}){let r=e.
width-28-Ee(e.note,"small");return o("g",{class:`frame ${t} ${n}`,"data-node":e.id,"data-frame":e.id,style:{transform:`t\
ranslate(${e.x}px, ${e.y}px)`},children:[o("title",{children:k(e.label)}),o("rect",{width:e.width,height:e.height,rx:t===
"zone"?8:6}),o("text",{class:"frame-label",x:"9",y:t==="zone"?16:14,children:J(e.label,r,"small")}),o("text",{class:"fra\
me-note end",x:e.width-9,y:t==="zone"?16:14,children:e.note})]})}var Zr=450,Ga=100,Ya=window.matchMedia("(prefers-reduced-motion: reduce)");function nn(e){let t=O(new Map),n=O(new Map),
r=P(0);r.value;let i=new Map(e.map(l=>[l.id,l])),s=Ya.matches?[]:[...t.current].filter(([l])=>!i.has(l));if(s.length<=Ga)
for(let[l,c]of s)n.current.set(l,{node:c,until:performance.now()+Zr});for(let[l,c]of n.current)(i.has(l)||c.until<=performance.
now())&&n.current.delete(l);t.current=i;let a=n.current.size;return N(()=>{if(a===0)return;let l=window.setTimeout(()=>{
r.value++},Zr+20);return()=>window.clearTimeout(l)},[a,s.length]),[...n.current.values()].map(l=>l.node)}function Xr(e){return[e.service,...e.meshServices,...e.slices,...e.endpoints.meshServices,...e.endpoints.endpoints]}var Za={
ArrowRight:[1,0],ArrowLeft:[-1,0],ArrowDown:[0,1],ArrowUp:[0,-1]};function Jr(e,t,n){if(e==="Home")return n[0]?.id;if(e===
"End")return n.at(-1)?.id;let r=Za[e],i=n.find(a=>a.id===t);if(r===void 0||i===void 0)return;let s;for(let a of n){if(a.
id===t)continue;let[l,c]=Xa(i,a,r),d=l+c*3;l>0&&(s===void 0||d<s.cost)&&(s={id:a.id,cost:d})}return s?.id}function Xa(e,t,[
n,r]){let i=t.x-e.x,s=t.y+t.height/2-e.y-e.height/2;return n!==0?[i*n,Math.abs(s)]:[s*r,Math.abs(i)]}function dt(e){return e.outcome==="Yes"}function ee(e,t){return t?e.startsWith("mirroring.")?"Meshwork mirroring":"Meshwork":e==="endpointslice-controller.k8s.i\
o"?"Kubernetes default":e==="endpointslicemirroring-controller.k8s.io"?"Kubernetes mirroring":e}function uo({state:e,size:t=12}){let n=t/2;return o("g",{class:`symbol symbol-${e}`,children:[o("rect",{class:"symbol-ou\
tline",x:-n,y:-n,width:t,height:t}),o("rect",{class:"symbol-fill",x:-n,y:-n,width:t,height:t}),o("path",{class:"symbol-b\
ar",d:`M${-n+2.5} 0H${n-2.5}`})]})}var Ja=[["Ready","ready"],["NotReady","not ready"],["TerminatingServing","terminating\
, serving"],["Terminating","terminating"]];function Qr({rolling:e}){return o("ul",{class:"legend","aria-label":"Legend",
children:[Ja.map(([t,n])=>o("li",{children:[o("svg",{viewBox:"-9 -9 18 18",width:"18",height:"18","aria-hidden":!0,children:o(
uo,{state:t})}),n]},t)),e&&["new","old"].map(t=>o("li",{children:[o("svg",{class:`${t}-pod`,viewBox:"0 0 18 18",width:"1\
8",height:"18","aria-hidden":!0,children:o("rect",{class:"hit",x:"1",y:"1",width:"16",height:"16",rx:"4"})}),t," Pod"]},
t))]})}function on({id:e,x:t,y:n,emphasis:r,tab:i,label:s,kind:a,enters:l,leaves:c,children:d}){let u=c?"leaves":l?"enters":"";
return o("g",{class:`node ${a} ${r}`,style:{transform:`translate(${t}px, ${n}px)`},"data-node":c?void 0:e,...c?{"aria-hi\
dden":!0}:{role:"button",tabindex:i?0:-1},children:[o("title",{children:s}),o("g",{class:u,children:d})]})}function ei({
node:e,emphasis:t,tab:n}){let{value:r,width:i,height:s}=e,{color:a,word:l}=_e(r.verdict.state);return o(on,{id:e.id,x:e.
x,y:e.y,emphasis:t,tab:n,kind:`service-node ${a}`,enters:!1,leaves:!1,label:`Service ${k(r.name)}, ${l}, ${r.inMesh?`in \
Mesh ${k(r.mesh)}`:"not in a mesh"}`,children:[o("rect",{class:"box",width:i,height:s,rx:"8"}),o("rect",{class:"stripe",
width:"4",height:s-16,x:"0",y:"8",rx:"2"}),o("text",{class:"title",x:"14",y:"26",children:J(r.name,i-22,"title")}),o("te\
xt",{class:"sub",x:"14",y:"45",children:J(r.headless?"headless":r.type,i-22,"small")})]})}var Qa=30;function fo({node:e,
emphasis:t,tab:n,enters:r,leaves:i=!1}){let{value:s,width:a,height:l}=e,c=Xt(s),d=l<Qa,u=s.state==="Exists"?s.availability??
"no status":s.state,m=s.state!=="Exists"?"bad":c?"good":"caution";return o(on,{id:e.id,x:e.x,y:e.y,emphasis:t,tab:n,kind:`\
meshservice-node ${m} ${d?"line":""}`,enters:r,leaves:i,label:`MeshService ${k(s.name)}, ${u}, ${s.online} online, ${s.offline}\
 offline`,children:[o("rect",{class:"box",width:a,height:l,rx:"6"}),o("g",{transform:`translate(0 ${d?-17:0})`,children:[
o("path",{class:"state-sign",d:m==="good"?"M10 28l3 3 5.5-6":m==="bad"?"M10.5 25l6 6M16.500 25l-6 6":"M10 28h8"}),!d&&o(
"text",{class:"sub",x:"24",y:"32",children:J(`${u}, ${s.online}/${s.online+s.offline}`,a-32,"small")})]}),d?o("text",{class:"\
title",x:"24",y:"15",children:J(s.name,a-32,"plain")}):o("text",{class:"title",x:"10",y:"17",children:J(s.name,a-20,"tit\
le")})]})}function mo({node:e,emphasis:t,tab:n,enters:r,leaves:i=!1}){let{value:s,width:a,height:l}=e,c=s.warnings.length>
0;return o(on,{id:e.id,x:e.x,y:e.y,emphasis:t,tab:n,kind:`slice-node ${s.ours?"ours":""} ${c?"warned":""}`,enters:r,leaves:i,
label:`EndpointSlice ${k(s.name)} of ${k(ee(s.manager,s.ours))}, ${s.addressType}, ${$(s.endpoints,"endpoint")}, ${s.ready}\
 ready${c?", with warnings":""}`,children:[o("rect",{class:"box",width:a,height:l,rx:"6"}),o("text",{class:"title",x:"10",
y:"17",children:J(s.name,a-(c?38:20),"title")}),o("text",{class:"sub",x:"10",y:"32",children:J(`${s.addressType}, ${s.endpoints===
0?"no endpoints":`${s.ready} of ${s.endpoints} ready`}`,a-20,"small")}),c&&o("path",{class:"warning-sign",d:`M${a-16} 7l\
6 10.500h-12zM${a-16} 11v3`})]})}var el={"":"",New:"new-pod",Old:"old-pod"},pt=class extends oe{shouldComponentUpdate(t){
let{props:n}=this;return t.node.value!==n.node.value||t.node.x!==n.node.x||t.node.y!==n.node.y||t.node.width!==n.node.width||
t.emphasis!==n.emphasis||t.tab!==n.tab||t.detailed!==n.detailed||t.leaves!==n.leaves}render({node:t,emphasis:n,tab:r,enters:i,
leaves:s=!1,detailed:a}){let{value:l,width:c,height:d}=t,u=l.warnings.length>0||l.certificate!==void 0&&!dt(l.certificate),
m=l.addresses[0]??"",p=c-32,h=nl(p,l.name,m);return o(on,{id:t.id,x:t.x,y:t.y,emphasis:n,tab:r,kind:`endpoint-node ${a?"":
"compact"} ${el[l.rollout]??""}`,enters:i,leaves:s,label:`${l.pod?"Pod":"Endpoint"} ${k(l.name)}, ${qe[l.state]??l.state}${Qt[l.
rollout]??""}, Node ${k(l.node)||"unknown"}${u?", with warnings":""}`,children:[o("rect",{class:"hit",width:c,height:d,rx:"\
4"}),o("g",{transform:a?"translate(11 12)":`translate(${c/2} ${d/2})`,children:o(uo,{state:l.state,size:a?12:10})}),a&&o(
"text",{class:"title",x:"25",y:"16",children:J(l.name,h??p,"plain")}),a&&h!==void 0&&o("text",{class:"sub address",x:c-6,
y:"16",children:k(m)}),a&&u&&o("circle",{class:"warning-dot",cx:"17",cy:"6",r:"3"})]})}},tl=110;function nl(e,t,n){let r=e-
Ee(k(n),"small")-8;return n!==""&&n!==t&&r>=Math.min(tl,Ee(k(t),"plain"))?r:void 0}function ti({layout:e,path:t,chosen:n,hovered:r,pinned:i,onPin:s,name:a}){let l=O(!1);N(()=>{l.current=!0},[]);let c=O(null),
d=v=>v===n?"chosen":t.size===0?"":t.has(v)?"lit":"dim",u=v=>s(i===v?"":v),m=[...e.meshServices,...e.endpoints.meshServices],
{stop:p,focus:h,onKeyDown:g}=ol(c,Xr(e),r,u),w=v=>({emphasis:d(v),tab:v===p,enters:l.current}),{width:_,height:S}=e,M=[...e.
managers,...e.meshServiceFrame===void 0?[]:[e.meshServiceFrame]],B=new Set(m.filter(v=>v.value.state==="Conflict").map(v=>v.
id)),T=nn(e.endpoints.endpoints),U=nn(e.slices),V=nn(m),Ae={emphasis:"",tab:!1,enters:!1,leaves:!0};return o("svg",{ref:c,
class:"drawing",width:_,height:S,viewBox:`0 0 ${_} ${S}`,role:"group","data-testid":"drawing","aria-label":`Drawing of S\
ervice ${k(a)}. The arrow keys move, Enter keeps the details.`,onKeyDown:g,onPointerOver:v=>{v.pointerType==="mouse"&&(r.
value=rn(v))},onPointerLeave:()=>{r.value=""},onFocusIn:v=>{rl(v)&&h(rn(v))},onFocusOut:()=>{r.value=""},onClick:v=>{r.value=
"",u(rn(v))},children:[e.columns.map(v=>o(Gr,{title:v,empty:Vr(e,v.label)},v.label)),M.map(v=>o(Yr,{frame:v,emphasis:d(v.
id)},v.id)),e.below&&o(lo,{edges:e.edges.filter(v=>!co(v)),path:t,conflicts:B}),e.endpoints.zones.map(v=>o(po,{frame:v,kind:"\
zone",emphasis:d(v.id)},v.id)),e.endpoints.nodes.map(v=>o(po,{frame:v,kind:"knode",emphasis:d(v.id)},v.id)),o(lo,{edges:e.
below?e.edges.filter(co):e.edges,path:t,conflicts:B}),o(ei,{node:e.service,...w("service")}),m.map(v=>o(fo,{node:v,...w(
v.id)},v.id)),e.slices.map(v=>o(mo,{node:v,...w(v.id)},v.id)),e.endpoints.endpoints.map(v=>o(pt,{node:v,detailed:e.endpoints.
detailed,...w(v.id)},v.id)),V.map(v=>o(fo,{node:v,...Ae},`gone ${v.id}`)),U.map(v=>o(mo,{node:v,...Ae},`gone ${v.id}`)),
T.map(v=>o(pt,{node:v,detailed:e.endpoints.detailed,...Ae},`gone ${v.id}`))]})}function ol(e,t,n,r){let i=P("service");return{
stop:t.some(c=>c.id===i.value)?i.value:"service",focus:c=>{n.value=c,c!==""&&(i.value=c)},onKeyDown:c=>{let d=rn(c);if(c.
key==="Enter"||c.key===" ")r(d);else if(c.key==="Escape")r(""),n.value="";else{let u=Jr(c.key,d,t);if(u===void 0)return;
i.value=u,e.current?.querySelector(`[data-node="${CSS.escape(u)}"]`)?.focus()}c.preventDefault()}}}function rn(e){return(e.
target instanceof Element?e.target.closest("[data-node]"):null)?.getAttribute("data-node")??""}function rl(e){return e.target instanceof
Element&&e.target.matches(":focus-visible")}function Me({kind:e,name:t}){return o("p",{class:"details-title",children:[o("span",{class:"quiet",children:e})," ",o("s\
trong",{children:o(f,{value:t})})]})}function R({term:e,children:t}){return o("div",{children:[o("dt",{children:e}),o("d\
d",{children:t})]})}function ft({values:e}){return o(b,{children:e.map(t=>o("span",{class:"value",children:o(f,{value:t})},
t))})}function go({warnings:e}){return o(b,{children:e.map(t=>o("p",{class:"details-warning",children:o(f,{value:t})},t))})}
var ho=12;function de({nodes:e,leads:t}){return o(b,{children:[e.slice(0,ho).map(({id:n,label:r})=>o("span",{class:"valu\
e",children:o("button",{type:"button",class:"link",onClick:()=>t.choose(n),children:o(f,{value:r})})},n)),e.length>ho&&o(
"span",{class:"value",children:[e.length-ho," more"]})]})}function mt({kind:e,name:t,leads:n}){let r=`${e}/${t}`;return n.
hasYAML(r)?o("div",{class:"details-actions",children:[o("button",{type:"button",class:"button small",onClick:()=>n.showYAML(
r),children:"YAML"}),o(ut,{words:["get",e.toLowerCase(),"-n",n.namespace,t,"-o","wide"],label:`kubectl get ${e.toLowerCase()}`}),
e==="Pod"&&o(ut,{words:["logs","-n",n.namespace,t,"--tail=100"],label:"kubectl logs"})]}):null}function ut({words:e,label:t}){
let n=Vt(...e);return o(be,{text:n,label:`Copy ${t}`,title:n})}function Ne(e,t){let n=new Map;for(let r of e){let i=t(r),s=n.get(i);s===void 0?n.set(i,[r]):s.push(r)}return n}function ni({endpoints:e,leads:t}){let{node:n="",zone:r=""}=e[0]??{};return o(b,{children:[o(Me,{kind:"Node",name:n===""?
"unknown":n}),o("dl",{class:"facts",children:[r!==""&&o(R,{term:"Zone",children:o(de,{nodes:[{id:y.zone(r),label:r}],leads:t})}),
o(R,{term:ri(e),children:o(de,{nodes:e.map(({name:i})=>({id:y.endpoint(i),label:i})),leads:t})})]}),n!==""&&o("div",{class:"\
details-actions",children:[o(ut,{words:["describe","node",n],label:"kubectl describe node"}),o(ut,{words:["get","pods","\
--all-namespaces","--field-selector",`spec.nodeName=${n}`,"-o","wide"],label:"kubectl get pods of this Node"})]})]})}function oi({
endpoints:e,leads:t}){let n=e[0]?.zone??"",r=[...Ne(e,i=>i.node).keys()].filter(i=>i!=="");return o(b,{children:[o(Me,{kind:"\
Zone",name:n===""?"unknown":n}),o("dl",{class:"facts",children:[o(R,{term:"Pods",children:ri(e)}),o(R,{term:$(r.length,"\
Node"),children:o(de,{nodes:r.map(i=>({id:y.node(n,i),label:i})),leads:t})})]})]})}function ri(e){let{ready:t,all:n}=Jt(
e);return`${t} of ${$(n,"Pod")} ready`}function ii({model:e,id:t,leads:n}){return o("div",{class:"details","data-testid":"details",children:il(e,t,n)})}function il(e,t,n){
if(t===y.service)return o(sl,{service:e.service,leads:n});let r=e.meshServices.find(c=>y.meshService(c.name)===t);if(r!==
void 0)return o(al,{meshService:r,leads:n});let i=e.slices.find(c=>y.slice(c.name)===t);if(i!==void 0)return o(ll,{slice:i,
leads:n});let s=e.endpoints.find(c=>y.endpoint(c.name)===t);if(s!==void 0)return o(cl,{endpoint:s,model:e,leads:n});let a=e.
endpoints.filter(c=>y.node(c.zone,c.node)===t);if(a.length>0)return o(ni,{endpoints:a,leads:n});let l=e.endpoints.filter(
c=>y.zone(c.zone)===t);return l.length>0?o(oi,{endpoints:l,leads:n}):t!==""?o("p",{class:"quiet",children:[o(f,{value:t.
slice(t.indexOf("/")+1)})," is gone."]}):o("p",{class:"quiet",children:"Point at something, or move to it with the arrow\
 keys, to see its details and what belongs to it."})}function sl({service:e,leads:t}){return o(b,{children:[o(Me,{kind:"\
Service",name:e.name}),o("dl",{class:"facts",children:[o(R,{term:"Type",children:o(f,{value:e.type})}),o(R,{term:"Mesh",
children:e.inMesh?o(f,{value:e.mesh}):"none"}),o(R,{term:"Cluster IPs",children:o(ft,{values:e.clusterIPs})}),o(R,{term:"\
Ports",children:o(ft,{values:e.ports})})]}),o(mt,{kind:"Service",name:e.name,leads:t})]})}function al({meshService:e,leads:t}){
let{pod:n}=e;return o(b,{children:[o(Me,{kind:"MeshService",name:e.name}),o("dl",{class:"facts",children:[o(R,{term:"Sta\
te",children:o(f,{value:e.state})}),e.availability!==void 0&&o(R,{term:"Availability",children:o(f,{value:e.availability})}),
o(R,{term:"Proxies",children:[x(e.online)," online, ",x(e.offline)," offline"]}),n!==void 0&&o(R,{term:"Pod",children:o(
de,{nodes:[{id:y.endpoint(n),label:n}],leads:t})}),e.holder!==void 0&&o(R,{term:"Held by",children:o(f,{value:e.holder})}),
e.addresses.length>0&&o(R,{term:"Addresses",children:o(ft,{values:e.addresses})})]}),o(mt,{kind:"MeshService",name:e.name,
leads:t})]})}function ll({slice:e,leads:t}){return o(b,{children:[o(Me,{kind:"EndpointSlice",name:e.name}),o("dl",{class:"\
facts",children:[o(R,{term:"Written by",children:[ee(e.manager,e.ours)," ",o("span",{class:"quiet",children:o(f,{value:e.
manager})})]}),o(R,{term:"Addresses",children:o(f,{value:e.addressType})}),o(R,{term:"Endpoints",children:[x(e.endpoints),
", ",x(e.ready)," ready"]})]}),o(go,{warnings:e.warnings}),o(mt,{kind:"EndpointSlice",name:e.name,leads:t})]})}function cl({
endpoint:e,model:t,leads:n}){let{node:r,zone:i,name:s}=e,a=t.endpoints.filter(d=>d.node===r).length,l=t.service.headless?
Pe(t,e):[],c=a>1?`${r} (${a} Pods)`:r;return o(b,{children:[o(Me,{kind:e.pod?"Pod":"Endpoint",name:s}),o("dl",{class:"fa\
cts",children:[o(R,{term:"State",children:[qe[e.state]??o(f,{value:e.state}),e.phase!==""&&o(b,{children:[" (",o(f,{value:e.
phase}),")"]}),Qt[e.rollout]]}),o(R,{term:"Node",children:r===""?"unknown":o(de,{nodes:[{id:y.node(i,r),label:c}],leads:n})}),
i!==""&&o(R,{term:"Zone",children:o(de,{nodes:[{id:y.zone(i),label:i}],leads:n})}),o(R,{term:"Addresses",children:o(ft,{
values:e.addresses})}),l.length>0&&o(R,{term:"MeshService",children:o(de,{nodes:l.map(d=>({id:y.meshService(d.name),label:d.
name})),leads:n})}),o(R,{term:"Slices",children:e.slices.length===0?"none":o(de,{nodes:e.slices.map(d=>({id:y.slice(d),label:d})),
leads:n})}),e.certificate!==void 0&&o(R,{term:"Certificate",children:o(f,{value:e.certificate.message})})]}),o(go,{warnings:e.
warnings}),e.pod&&o(mt,{kind:"Pod",name:s,leads:n})]})}function ai(e,t){let{service:n,managers:r}=e,i=e.meshServiceFrame===void 0?e.meshServices:[e.meshServiceFrame];return[...t.
service.headless?[...sn([n],r),...dl(e,t)]:[...sn([n],i),...sn(i.length>0?i:[n],r)],...pl(e,t),...vo(e.endpoints)]}function sn(e,t){
return e.flatMap(n=>t.map(r=>ht(n,r)))}function dl(e,t){let{meshServiceFrame:n}=e;if(n!==void 0)return sn(e.slices,[n]);
let r=new Map(e.meshServices.map(s=>[s.id,s])),i=s=>s.x>(e.managers[0]?.x??0);return li(e.slices.flatMap(s=>t.endpoints.
filter(a=>a.slices.includes(s.value.name)).flatMap(a=>Pe(t,a)).map(a=>r.get(y.meshService(a.name))).filter(a=>a!==void 0&&
i(a)).map(a=>ht(s,a))))}function pl(e,t){let{endpoints:n,slices:r,managers:i,below:s}=e,a=new Map(n.zones.map(m=>[m.id,m])),
l=t.service.headless?e.meshServiceFrame:void 0,c=Math.min(...n.zones.map(m=>m.y)),d=new Map(r.map(m=>[m.value.name,m])),
u=new Map(n.meshServices.map(m=>[m.value.pod,m]));return li(n.endpoints.flatMap(m=>{let{value:p}=m,h=a.get(y.zone(p.zone))??
m;if(l!==void 0)return[s?si(l,h,c):ht(l,h)];let g=p.slices.map(_=>d.get(_)).filter(_=>_!==void 0);if(s){let _=new Set(g.
map(S=>y.manager(S.value.manager)));return i.filter(S=>_.has(S.id)).map(S=>si(S,h,c))}let w=n.detailed?u.get(p.name)??m:
h;return g.map(_=>ht(_,w))}))}function vo(e){let t=new Map(e.endpoints.map(n=>[n.value.name,n]));return e.meshServices.flatMap(
n=>{let r=t.get(n.value.pod??"");return r===void 0?[]:[ht(n,r)]})}function li(e){return[...new Map(e.map(t=>[t.id,t])).values()]}
var ul=14;function ht(e,t){let n=e.x+e.width,r=e.y+Math.min(e.height/2,32),i=t.x,s=t.id.startsWith("endpoint/")||t.id.startsWith(
"meshService/"),a=t.y+(s?t.height/2:Math.min(t.height/2,ul)),l=Math.max(Math.min(12,i-n),(i-n)/2);return ci(e,t,`M${n} ${r}\
C${n+l} ${r} ${i-l} ${a} ${i} ${a}`)}function si(e,t,n){let r=e.x+e.width/2,i=e.y+e.height,s=t.x+t.width/2,a=Math.max(16,
(n-i)/2);return ci(e,t,`M${r} ${i}C${r} ${i+a} ${s} ${n-a} ${s} ${n}V${t.y}`)}function ci(e,t,n){return{id:`${e.id}>${t.
id}`,from:e.id,to:t.id,path:n}}var fl=40,ml=80,hl=24,gl=20,te=8,an=12,We=15,ln=24,vl=210,bl=164,pi=300,di=16;function gt(e){return Q(e)?"MeshServices a\
nd their Pods":e.endpoints.every(t=>t.pod)?"Pods":"Endpoints"}function cn(e){return e.endpoints.length<=fl}function Q(e){
return e.service.headless&&cn(e)&&e.byPod.size>0}function dn(e){if(!Q(e))return e.meshServices;let t=new Set(e.endpoints.
map(n=>n.name));return e.meshServices.filter(n=>n.pod===void 0||!t.has(n.pod))}function vt(e,{x:t,y:n,width:r},i){let s=e.
endpoints,a={detailed:cn(e),zones:[],nodes:[],endpoints:[],meshServices:[],bottom:n},l=new Set(s.map(h=>h.node)).size<=ml,
c=[...Ne(s,h=>h.zone)],d=ui(r,Q(e)?pi:bl,an,c.length),u=i?xl(d,c.length):1,m=(r-(u-1)*an)/u,p=new Array(u).fill(n);return c.
forEach(([h,g],w)=>{let _=w%u,S=(p[_]??n)+(w>=u?an:0),M=t+_*(m+an),B={x:M+te,y:S+hl,width:m-2*te},T=(l?yl(a,e,g,B,i):fi(
a,g,B))+te;a.zones.push({id:y.zone(h),x:M,y:S,width:m,height:T-S,label:h===""?"no zone":h,note:mi(g)}),p[_]=T,a.bottom=Math.
max(a.bottom,T)}),a}function ui(e,t,n,r){return Math.max(1,Math.min(r,Math.floor((e+n)/(t+n))))}function xl(e,t){return t===
0?e:Math.ceil(t/Math.ceil(t/e))}function yl(e,t,n,r,i){let s=[...Ne(n,m=>m.node)],a=e.detailed&&!i?1:s.length,l=ui(r.width,
Q(t)?pi:vl,te,a),c=(r.width-(l-1)*te)/l,{y:d}=r,u=d;return s.forEach(([m,p],h)=>{let g=h%l;g===0&&h>0&&(d=u+te);let w=r.
x+g*(c+te),_={x:w+te,y:d+gl,width:c-2*te},S=e.detailed?wl(e,t,p,_):fi(e,p,_);e.nodes.push({id:y.node(p[0]?.zone??"",m),x:w,
y:d,width:c,height:S-d+te-2,label:m===""?"no Node":m,note:e.detailed?"":mi(p)}),u=Math.max(g===0?0:u,S+te-2)}),u}function wl(e,t,n,{
x:r,y:i,width:s}){let a=Q(t)?Math.round((s-di)*.44):0;return n.forEach((l,c)=>{let d={y:i+c*ln,height:ln},u=t.byPod.get(
l.name),m=a===0?r:r+a+di;a>0&&u!==void 0&&e.meshServices.push({id:y.meshService(u.name),value:u,x:r,y:d.y+1,width:a,height:ln-
2}),e.endpoints.push({id:y.endpoint(l.name),value:l,x:m,width:r+s-m,...d})}),i+n.length*ln}function fi(e,t,{x:n,y:r,width:i}){
let s=Math.max(1,Math.floor(i/We));return t.forEach((a,l)=>e.endpoints.push({id:y.endpoint(a.name),value:a,x:n+l%s*We,y:r+
Math.floor(l/s)*We,width:We,height:We})),r+Math.ceil(t.length/s)*We}function mi(e){let{ready:t,all:n}=Jt(e);return`${t} \
of ${n}`}var Ke=8,hi=26,bt=8,je=42,_l=12,kl=6,Sl=12;function pn(e,{x:t,y:n,width:r}){let i=e.length>_l,s=i?e.slice(0,kl):e,a=i?bt:
0,l=n+(i?46:0),c=s.map((p,h)=>({id:y.meshService(p.name),value:p,x:t+a,y:l+h*(je+Ke),width:r-2*a,height:je})),d=l+s.length*
(je+Ke)-(s.length>0?Ke:0);if(!i)return{nodes:c,frame:void 0,bottom:d};let u=e.filter(Xt).length,m={id:y.meshServices,x:t,
y:n,width:r,height:d-n+bt+20,more:`and ${e.length-s.length} more`,label:`${e.length} MeshServices`,note:`${u} online, ${e.
length-u} not`};return{nodes:c,frame:m,bottom:m.y+m.height}}function un(e,{x:t,y:n,width:r}){let i=[],s=[],a=n;for(let[l,
c]of Ne(e,d=>d.manager)){let d=c.slice(0,Sl),u=c.length-d.length,m=c[0]?.ours??!1;d.forEach((h,g)=>s.push({id:y.slice(h.
name),value:h,x:t+bt,y:a+hi+g*(je+Ke),width:r-2*bt,height:je}));let p=hi+d.length*(je+Ke)-Ke+bt+(u>0?20:0);i.push({id:y.
manager(l),x:t,y:a,width:r,height:p,label:ee(l,m),note:"",more:u>0?`and ${u} more`:"",ours:m}),a+=p+12}return{frames:i,nodes:s,
bottom:a-(i.length>0?12:0)}}var bi=560,Ml=280,bo=30,gi=64,vi=26;function xi(e,t){let n=Math.max(Ml,Math.floor(t)),r=[],i=0,s=_=>(r.push({label:_,x:1,
y:i+16}),{x:1,y:i+bo,width:n-2}),a=s("Service"),l={id:y.service,value:e.service,...a,height:gi};i=a.y+gi+12;let c=(_,S)=>{
let M=S(s(_));return i=Math.max(M.bottom,i+bo+vi)+12,M},d=dn(e),u=d.length>0||!Q(e),m=()=>u?c("MeshServices",_=>pn(d,_)):
void 0,p=e.service.headless?void 0:m(),h=c("EndpointSlices",_=>un(e.slices,_)),g=p??(e.service.headless?m():void 0),w=vt(
e,s(gt(e)),!0);return{width:n,below:!0,height:Math.max(w.bottom,i+bo+vi)+6,columns:r,service:l,meshServices:g?.nodes??[],
meshServiceFrame:g?.frame,managers:h.frames,slices:h.nodes,endpoints:w,edges:[...Cl(r,n),...vo(w)]}}function Cl(e,t){let n=t/
2;return e.slice(1).map(({label:r,y:i})=>({id:`to ${r}`,from:"",to:"",path:`M${n} ${i-26}V${i+12}`}))}var xt=30,xo=16,fn=34,wi=26,_i=730,yo=112,yi=64,$l=300,Tl=3,Pl=12;function ki(e,t){if(t<bi)return xi(e,t);let n=Math.max(
_i,Math.floor(t)),r=new Set(e.endpoints.map(l=>l.zone)).size,i=new Set(e.endpoints.map(l=>l.node)).size,a=r>Tl||cn(e)&&i>
Pl?Nl(e,n):El(e,n);return{...a,edges:ai(a,e)}}function El(e,t){let n=Math.max(0,t-_i)*.14,r=Si(e,Q(e)?0:140+n,172+n),i=r.
right+fn,s=vt(e,{x:i,y:xt,width:t-i-1},!1),a=Math.max(r.bottom,s.bottom),l=[...r.columns,{label:gt(e),x:i,y:xo}];return{
...r.parts,width:t,height:a+6,columns:l,endpoints:s,below:!1}}function Nl(e,t){let n=t-2-yo-fn*(Q(e)?1:2),r=Math.min($l,
Q(e)?n:n/2),i=Si(e,Q(e)?0:r,r),s=i.bottom+wi,a=vt(e,{x:1,y:s+14,width:t-2},!0),l=[...i.columns,{label:gt(e),x:1,y:s}];return{
...i.parts,width:t,height:a.bottom+6,columns:l,endpoints:a,below:!0}}function Si(e,t,n){let r={id:y.service,value:e.service,
x:1,y:xt,width:yo,height:yi},i=1+yo+fn,s=e.service.headless,a=i+(s?n:t)+fn,l=un(e.slices,{x:s?i:a,y:xt,width:n}),c=[{label:"\
Service",x:1,y:xo},{label:"EndpointSlices",x:s?i:a,y:xo}],d={x:s?a:i,y:xt,width:t},u=dn(e),m="MeshServices";t===0&&(Object.
assign(d,{x:i,y:l.bottom+wi+14,width:n}),m="MeshServices without a Pod");let p=pn(u,d);return(t>0||u.length>0)&&c.splice(
1,0,{label:m,x:d.x,y:d.y-14}),{columns:c,right:t===0?i+n:a+(s?t:n),bottom:Math.max(xt+yi,l.bottom,u.length>0?p.bottom:0),
parts:{service:r,meshServices:p.nodes,meshServiceFrame:p.frame,managers:l.frames,slices:l.nodes}}}function Mi({rollouts:e}){return o(b,{children:e.map(t=>o("div",{class:"rollout","data-testid":"rollout",children:[o("p",
{children:[o("strong",{children:["Rollout of ",o(f,{value:t.workload}),":"]})," ","new ",x(t.new)," of ",x(t.new+t.old),
", ",x(t.ready)," ready"," ",o("span",{class:"quiet",children:["template ",o(f,{value:t.revision})]})]}),o(ce,{label:"Po\
ds",shares:[{value:t.ready,color:"accent",word:"new and ready"},{value:t.new-t.ready,color:"caution",word:"new, not read\
y"},{value:t.old,color:"neutral",word:"old"}]})]},t.workload))})}function Ci({model:e}){return o("div",{class:"neighborhood-tables",children:[o(wo,{title:"MeshServices",head:["Name","St\
ate","Availability","Online","Offline","Pod"],rows:e.meshServices.map(t=>[t.name,t.state,t.availability??"",x(t.online),
x(t.offline),t.pod??""])}),o(wo,{title:"EndpointSlices",head:["Name","Written by","Manager","Addresses","Endpoints","Rea\
dy","Warnings"],rows:e.slices.map(t=>[t.name,ee(t.manager,t.ours),t.manager,t.addressType,x(t.endpoints),x(t.ready),t.warnings.
join("; ")])}),o(wo,{title:"Endpoints",head:["Name","State","Addresses","Node","Zone","Slices","Warnings"],rows:e.endpoints.
map(t=>[t.name,qe[t.state]??t.state,t.addresses.join(", "),t.node,t.zone,t.slices.join(", "),t.warnings.join("; ")])})]})}
function wo({title:e,head:t,rows:n}){return o(b,{children:[o("h3",{children:e}),n.length===0&&o("p",{class:"quiet",children:"\
None."}),n.length>0&&o("div",{class:"table-box",tabIndex:0,role:"region","aria-label":e,children:o("table",{children:[o(
"thead",{children:o("tr",{children:t.map(r=>o("th",{scope:"col",children:r},r))})}),o("tbody",{children:n.map(r=>o("tr",
{children:r.map((i,s)=>o("td",{children:o(f,{value:i})},s))},r[0]))})]})})]})}function $i({service:e,state:t,pinned:n,onPin:r,onYAML:i}){let s=P(!1),a=P(""),{box:l,width:c}=Wt(s.value),d=Z(()=>qr(e,
t),[e,t]),u=H(t,"rollout"),m=a.value||n,p=Z(()=>Wr(d,m),[d,m]),h=Z(()=>c.value===0?void 0:ki(d,c.value),[d,c.value]),g={
namespace:e.namespace,choose:r,hasYAML:w=>t.entries.has(`object/${w}`),showYAML:i};return o(q,{title:"Neighborhood",kind:"\
drawing-panel",aside:o("button",{type:"button",class:"button small","aria-pressed":s.value,onClick:()=>{s.value=!s.value},
children:"As tables"}),children:[s.value&&o(Ci,{model:d}),!s.value&&o(b,{children:[o(Mi,{rollouts:u}),o(Qr,{rolling:u.length>
0}),o("div",{class:"drawing-box",ref:l,children:h!==void 0&&o(ti,{layout:h,path:p,chosen:m,hovered:a,pinned:n,onPin:r,name:e.
name})}),o(ii,{model:d,id:m,leads:g})]})]})}var Al={Yes:"Good",No:"Bad",Warning:"Caution",Unknown:"Unclear",Info:"Neutral"};function Pi({state:e}){let t=H(e,"endpoi\
nt").filter(r=>r.certificate!==void 0);if(t.length===0)return o(L,{title:"No certificates",children:"Meshwork issues no \
certificates to the Pods of this Service."});t.sort((r,i)=>Ti(r)-Ti(i)||(r.name<i.name?-1:1));let n=t.filter(r=>!dt(r.certificate)).
length;return o(b,{children:[o("p",{children:[$(t.length-n,"Pod")," with a certificate",n>0&&o(b,{children:[", ",o("stro\
ng",{children:[n," without a valid one"]})]}),"."]}),o("ul",{class:"certificate-list",children:t.map(r=>o("li",{class:"i\
tem",children:[o(Y,{mark:Al[r.certificate.outcome]}),o("span",{class:"item-label",children:o(f,{value:r.name})}),o("span",
{class:"item-text",children:[o(f,{value:r.certificate.message}),r.certificate.notAfter!==void 0&&o("span",{class:"quiet",
children:[" (expires ",o(le,{time:r.certificate.notAfter}),")"]})]})]},r.name))})]})}function Ti(e){return dt(e.certificate)?
1:0}function Ei({state:e}){let t=A(e,"xds");return t===void 0?o(L,{title:"No xDS server",children:"No xDS server is installe\
d in this cluster."}):o(b,{children:[t.unread.map(n=>o("p",{class:"refused",children:[o("strong",{children:"Could not re\
ad"})," ",o(f,{value:n})]},n)),t.servers.length>0&&o("p",{class:"quiet",children:["Asked of ",t.servers.map((n,r)=>o("sp\
an",{children:[r>0&&", ",o(f,{value:n})]},n))]}),t.servers.length>0&&t.clients.length===0&&o(L,{title:"No client",children:"\
No gRPC client gets this Service by xDS."}),o("ul",{class:"client-list",children:t.clients.map(n=>o(Rl,{client:n},`${n.server}\
 ${n.node} ${n.client} ${n.since}`))})]})}function Rl({client:e}){let{names:t,refused:n,unanswered:r}=e,i=n.length+r.length>
0;return o("li",{class:"client",children:[o(E,{shape:i?"warning":"check",color:i?"bad":"good",label:i?"may be outdated":
"accepts"}),o("div",{children:[o("p",{children:[o("strong",{children:o(f,{value:e.client})})," ",o("span",{class:"quiet",
children:["since ",o(le,{time:e.since})]})]}),o("dl",{class:"facts",children:[o("div",{children:[o("dt",{children:"Agent"}),
o("dd",{children:o(f,{value:e.agent})})]}),o("div",{children:[o("dt",{children:"Node"}),o("dd",{children:o(f,{value:e.node})})]}),
o("div",{children:[o("dt",{children:"Asks for"}),o("dd",{children:t.length===0?"everything":t.map(s=>o("span",{class:"va\
lue",children:o(f,{value:s})},s))})]})]}),n.map(s=>o("p",{class:"refused",children:[o("strong",{children:"Refuses"})," ",
o(f,{value:s})]},s)),r.map(s=>o("p",{class:"refused",children:[o("strong",{children:"Lags behind"})," ",o(f,{value:s})]},
s))]})]})}var Ol="What to do";function Ni(e){let t=[],n=[];for(let i of So(e)){if(i.heading?.text===Ol){t.push(i);continue}let s=i.
blocks.filter(_o),a=i.blocks.filter(l=>!_o(l));a.some(ko)?(t.push({heading:i.heading,blocks:[...a.filter(ko),...a.filter(
l=>!ko(l))]}),s.length>0&&n.push({heading:i.heading,blocks:s})):n.push(i)}let r=n.flatMap(i=>i.blocks).filter(_o).length;
return{failed:t,passed:n,passedChecks:r}}var Ai="Routes";function Ri(e){return So(e).find(({heading:t})=>t?.text===Ai)?.
blocks.filter(Di)??[]}function Oi(e){return yt(So(e).map(({heading:t,blocks:n})=>({heading:t,blocks:t?.text===Ai?n.filter(
r=>!Di(r)):n})))}function Di({kind:e,mark:t}){return e==="share"||e==="paragraph"||e==="item"&&t==="Neutral"}function _o(e){
return e.kind==="item"&&e.mark==="Good"}var Dl=["Bad","Caution","Unclear"];function ko(e){return e.kind==="item"&&Dl.includes(
e.mark)}function So({blocks:e}){let t=[];for(let n of e)n.kind!=="headline"&&(n.kind==="heading"?t.push({heading:n,blocks:[]}):
t.length===0?t.push({heading:void 0,blocks:[n]}):t.at(-1)?.blocks.push(n));return t}function yt(e){return{blocks:e.flatMap(
({heading:t,blocks:n})=>t===void 0?n:[t,...n])}}function Fi(e,t){let n=e.blocks.findLastIndex(l=>l.kind==="heading"),r=t.
command===void 0?l=>l.kind==="paragraph"&&l.text===t.why:l=>l.kind==="command"&&l.text===t.command,i=e.blocks.findIndex(
(l,c)=>c>n&&r(l));if(n<0||i<0)return e;let s=e.blocks[i+1]?.kind==="remark"?1:0,a=[...e.blocks.slice(n+1,i),...e.blocks.
slice(i+1+s)];return{blocks:[...e.blocks.slice(0,a.length===0?n:n+1),...a]}}function Li({state:e}){let t=A(e,"document"),n=A(e,"remedy");return t===void 0?o(K,{label:"the explanation",lines:8}):o(
b,{children:[n!==void 0&&o("section",{class:"remedy","aria-labelledby":"remedy-heading",children:[o("h3",{id:"remedy-hea\
ding",children:"What to do"}),n.command!==void 0&&o(Te,{text:n.command}),o("p",{children:o(f,{value:n.why})})]}),o(Fl,{document:n===
void 0?t:Fi(t,n)})]})}function Fl({document:e}){let{failed:t,passed:n,passedChecks:r}=Ni(Oi(e));return t.length===0?o(ke,
{document:yt(n)}):o(b,{children:[o(ke,{document:yt(t)}),n.length>0&&o("details",{class:"passed",children:[o("summary",{children:[
o(E,{shape:"check",color:"good"})," ",$(r,"check")," passed"]}),o(ke,{document:yt(n)})]})]})}function Ii({state:e}){let t=H(e,"delegation").sort((r,i)=>r.manager<i.manager?-1:1),n=se(e,"handover").sort(([r],[i])=>Number(
i)-Number(r));return o(b,{children:[t.length===0&&o(L,{title:"Not delegated",children:"Meshwork does not write the Endpo\
intSlices of this Service."}),t.map(r=>o(Ll,{delegation:r},r.manager)),o(Il,{slices:H(e,"slice")}),o("h3",{children:"See\
n since this page was opened"}),n.length===0&&o("p",{class:"quiet",children:"No handover has been seen."}),o("ol",{class:"\
timeline",children:n.map(([r,i])=>o("li",{children:[o(Be,{tone:i.tone}),o("time",{dateTime:i.time,children:we(i.time)}),
o("span",{children:o(f,{value:i.text})})]},r))})]})}function Ll({delegation:e}){return o("article",{class:"delegation","\
aria-label":`Delegated to ${e.manager}`,children:[o("p",{class:"delegation-manager",children:o(f,{value:e.manager})}),o(
"p",{class:"delegation-state",children:[o("span",{class:`badge ${e.effective?"good":"caution"}`,children:e.effective?"Ef\
fective":"Not effective"}),o("span",{class:"badge neutral",children:o(f,{value:e.phase})})]}),e.message!==""&&o("p",{children:o(
f,{value:e.message})}),o("dl",{class:"facts",children:[o("div",{children:[o("dt",{children:"Endpoints come from"}),o("dd",
{children:e.fromPods?"Pods":"Endpoints"})]}),o("div",{children:[o("dt",{children:e.fromPods?"Key in the selector":"Label\
 on the Endpoints"}),o("dd",{children:[o(E,{shape:e.keptAway?"check":"dash",color:e.keptAway?"good":"neutral"}),e.keptAway?
"present: the default controller is kept away":"absent: nothing keeps the default controller away"]})]}),e.fromPods&&o("\
div",{children:[o("dt",{children:"Desired endpoints"}),o("dd",{children:x(e.desired)})]}),o("div",{children:[o("dt",{children:"\
Ready in its slices"}),o("dd",{children:x(e.ours)})]}),o("div",{children:[o("dt",{children:"Ready in slices of others"}),
o("dd",{children:x(e.others)})]})]})]})}function Il({slices:e}){let t=new Map;for(let n of e){let r=t.get(n.manager)??{slices:0,
endpoints:0,ready:0,ours:n.ours};t.set(n.manager,{slices:r.slices+1,endpoints:r.endpoints+n.endpoints,ready:r.ready+n.ready,
ours:n.ours})}return t.size===0?null:o(b,{children:[o("h3",{children:"Who publishes endpoints"}),o("ul",{class:"publishe\
rs",children:[...t].sort(([n],[r])=>n<r?-1:1).map(([n,r])=>o("li",{children:[o("span",{class:"publisher-name",children:[
o(f,{value:ee(n,r.ours)})," ",o("span",{class:"quiet",children:o(f,{value:n})})]}),o(ce,{label:ee(n,r.ours),shares:[{value:r.
ready,color:r.ours?"accent":"good",word:"ready"},{value:r.endpoints-r.ready,color:"caution",word:"not ready"}]}),o("span",
{class:"quiet",children:[$(r.endpoints,"endpoint"),", ",x(r.ready)," ready, in ",$(r.slices,"slice")]})]},n))})]})}function mn(e){let t=(i,s)=>se(e,i).map(([a,l])=>({key:`${i}/${a}`,time:l.time,about:s,text:l.text,tone:l.tone})),n=se(e,
"event").map(([i,s])=>({key:`event/${i}`,time:s.time,about:s.object.replace("/"," "),text:s.message,tone:s.type==="Warni\
ng"?"bad":"neutral",event:s}));return[...t("change","Change"),...t("handover","Handover"),...t("rolled","Rollout"),...n].
sort((i,s)=>Date.parse(s.time)-Date.parse(i.time)||zl(s.key,i.key))}function zl(e,t){let[,n=""]=e.split("/"),[,r=""]=t.split(
"/");return Number(n)-Number(r)||(e<t?-1:1)}function Mo(e,t){let n=new Date(e).toDateString();return n===new Date(t).toDateString()?
"":n}function zi({state:e}){let t=mn(e);return t.length===0?o(L,{title:"Nothing has happened yet",children:"Kubernetes keeps \
events for one hour, unless set otherwise. Changes are shown since the start of the command."}):o("ol",{class:"timeline \
history","aria-label":"History, the newest first",children:t.map((n,r)=>o(Bl,{entry:n,day:Mo(n.time,me.value),before:r===
0?"":Mo(t[r-1]?.time??"",me.value)},n.key))})}function Bl({entry:e,day:t,before:n}){let{event:r}=e;return o(b,{children:[
t!==n&&o("li",{class:"history-day",children:o("strong",{children:t})}),o("li",{children:[r?.type==="Warning"?o(E,{shape:"\
warning",color:"caution",label:"Warning"}):o(Be,{tone:e.tone}),o("time",{dateTime:e.time,title:k(e.time),children:we(e.time)}),
o("div",{children:[o("p",{class:"event-head",children:[o("span",{class:"history-about",children:o(f,{value:e.about})}),r!==
void 0&&o("strong",{children:o(f,{value:r.reason})}),r!==void 0&&o("span",{class:"quiet",children:[r.count>1&&`${$(r.count,
"time")}, `,"from ",o(f,{value:r.from})]})]}),o("p",{children:o(f,{value:e.text})})]})]})]})}function Bi({state:e}){let t=A(e,"document"),n=t===void 0?[]:Ri(t);return n.length===0?null:o(q,{title:"Calls by route",
kind:"rules-panel",children:o(ke,{document:{blocks:n}})})}var Ul={Good:"\u2713",Bad:"\u2717",Caution:"!",Unclear:"?",Neutral:"\u2022",Blank:" "};function Hi({blocks:e}){return e.
map(Hl).join(`
`).trim()}function Hl(e){let t=k(e.text??""),n=Ul[e.mark??"Neutral"]??"\u2022";switch(e.kind){case"headline":return`${n}\
 ${t}`;case"heading":return`
${t.toUpperCase()}`;case"item":return ql(n,k(e.label??""),t);case"share":return`    ${" ".repeat(hn)} ${Wl(e.percent??0)}\
 ${t}`;case"table":return Kl(e.rows??[]);case"paragraph":case"command":return`  ${t}`;case"remark":return`  # ${t}`;default:
return t}}var hn=14;function ql(e,t,n){return[...t].length>hn?`  ${e} ${t}
    ${" ".repeat(hn)} ${n}`:`  ${e} ${t.padEnd(hn)} ${n}`}var Ui=20;function Wl(e){let t=Math.max(1,Math.round(e*Ui/100));
return"\u2588".repeat(t)+"\u2591".repeat(Ui-t)}function Kl(e){let t=e.map(r=>r.map(i=>k(i))),n=(t[0]??[]).map((r,i)=>Math.
max(...t.map(s=>s[i]?.length??0)));return t.map(r=>`  ${r.map((i,s)=>i.padEnd(n[s]??0)).join("  ")}`.trimEnd()).join(`
`)}function qi(e){let t=Math.max(2,...[...e.matchAll(/`+/g)].map(r=>r[0].length)),n="`".repeat(t+1);return`${n}
${e}
${n}`}var Wi=(e,t)=>["meshwork","explain","service",t,"-n",e];function Co(e,t){return Vt(...Wi(e,t))}function Ki(e,t,n){return qi(
`$ ${Qn("kubectl",...Wi(e,t))}
${Hi(n)}`)}function ji({tabs:e,chosen:t,onChoose:n,label:r}){let i=e.find(a=>a.id===t)??e[0];return o(b,{children:[o("div",{class:"\
tabs",role:"tablist","aria-label":r,onKeyDown:a=>{let l=e.findIndex(u=>u.id===i?.id),c={ArrowRight:l+1,ArrowLeft:l-1,Home:0,
End:e.length-1}[a.key];if(c===void 0)return;a.preventDefault();let d=e[(c+e.length)%e.length];d!==void 0&&(n(d.id),document.
getElementById(`tab-${d.id}`)?.focus())},children:e.map(({id:a,label:l,count:c})=>o("button",{type:"button",role:"tab",id:`\
tab-${a}`,"aria-selected":a===i?.id,tabIndex:a===i?.id?0:-1,"aria-controls":"tab-content",onClick:()=>n(a),children:[l,c!==
void 0&&c>0&&o("span",{class:"tab-count",children:x(c)})]},a))}),o("div",{class:"tab-content",role:"tabpanel",id:"tab-co\
ntent","aria-labelledby":`tab-${i?.id??""}`,tabIndex:0,children:i?.content()})]})}var $o={history:e=>mn(e).length,clients:e=>A(e,"xds")?.clients?.length??0};var Gi="explanation";function jl(e){let t=new URLSearchParams(e);return{tab:t.get("tab")??Gi,node:t.get("node")??"",object:t.
get("object")??""}}function Vi({tab:e,node:t,object:n}){let r=new URLSearchParams;e!==Gi&&r.set("tab",e),t!==""&&r.set("\
node",t),n!==""&&e==="yaml"&&r.set("object",n);let i=r.toString();return i===""?"":`?${i}`}var Ve=re(()=>jl(he.value));function gn(e){
let t=ye.peek();if(t.page!=="service")return;let n=Vi({...Ve.peek(),...e});n!==Vi(Ve.peek())&&j(X(t.namespace,t.name)+n,
"within")}function vn(e){gn({tab:"yaml",object:e}),document.getElementById("tab-yaml")?.scrollIntoView({block:"nearest"})}function Yi({state:e,namespace:t,chosen:n}){let r=se(e,"object").map(([c])=>c).sort(Xl),i=P(0),s=P(void 0),a=r.includes(
n)?n:r[0];if(N(()=>{if(a===void 0)return;let c=new AbortController;return Vl(a,t,c.signal).then(d=>{c.signal.aborted||(s.
value=d)}),()=>c.abort()},[a,i.value]),a===void 0)return o(L,{title:"No object can be read"});let l=s.value?.object===a?
s.value:void 0;return o(b,{children:[o("div",{class:"yaml-head",children:[o("label",{class:"choice",children:[o("span",{
children:"Object"}),o("select",{value:a,onChange:c=>vn(c.currentTarget.value),children:r.map(c=>o("option",{value:c,children:k(
c)},c))})]}),o("button",{type:"button",class:"button small",onClick:()=>{i.value++},children:"Read again"}),l!==void 0&&
!l.failed&&o(be,{text:l.text})]}),l===void 0&&o(K,{label:a,lines:10}),l?.failed===!0&&o(L,{title:"The object cannot be s\
hown",children:o(f,{value:l.text})}),l?.failed===!1&&o("pre",{class:"yaml",tabIndex:0,role:"region","aria-label":`YAML o\
f ${k(a)}`,children:o("code",{children:Yl(l.text)})})]})}async function Vl(e,t,n){let[r="",i=""]=e.split("/",2),s=["/api\
/objects",r,t,i].map((a,l)=>l===0?a:encodeURIComponent(a)).join("/");try{let a=await ze(s,n);return{object:e,text:await a.
text(),failed:!a.ok}}catch{return{object:e,text:"kubectl meshwork ui does not answer.",failed:!0}}}var Gl=/^(\s*(?:- )*)([^\s:#'"][^:]*|'[^']*'|"[^"]*"):(?=\s|$)/;
function Yl(e){return k(e,"lines").split(`
`).map((t,n)=>{let r=Gl.exec(t);if(r===null)return o("span",{children:[t,`
`]},n);let[i,s="",a=""]=r;return o("span",{children:[s,o("span",{class:"yaml-key",children:a}),":",t.slice(i.length),`
`]},n)})}var Zl=["Service","Mesh","MeshService","EndpointSlice","Pod"];function Xl(e,t){let n=r=>Zl.indexOf(r.split("/",
1)[0]??"");return n(e)-n(t)||(e<t?-1:1)}function Zi({namespace:e,name:t}){let n=ae(`service/${e}/${t}`).value,r=A(n,"service"),i=A(n,"missing");return Ue(Jl(r,i)),
o("div",{class:"page service",children:[o(Ql,{namespace:e,name:t,service:r,state:n}),i!==void 0&&o(L,{title:"This Servic\
e cannot be shown",children:[o(f,{value:i.message}),". ",o("a",{href:"/services",children:"Show all Services"})]}),i===void 0&&
o("div",{class:"service-columns",children:[o("div",{class:"service-pictures",children:[r===void 0?o(q,{title:"Neighborho\
od",children:o(K,{label:"the drawing",lines:8})}):o($i,{service:r,state:n,pinned:Ve.value.node,onPin:s=>gn({node:s}),onYAML:vn}),
o(Bi,{state:n})]}),o("div",{class:"panel tabs-panel",children:o(ji,{chosen:Ve.value.tab,onChoose:s=>gn({tab:s}),label:"A\
bout this Service",tabs:[{id:"explanation",label:"Explanation",content:()=>o(Li,{state:n})},{id:"history",label:"History",
count:$o.history(n),content:()=>o(zi,{state:n})},{id:"handover",label:"Handover",content:()=>o(Ii,{state:n})},{id:"clien\
ts",label:"Clients",count:$o.clients(n),content:()=>o(Ei,{state:n})},{id:"certificates",label:"Certificates",content:()=>o(
Pi,{state:n})},{id:"yaml",label:"YAML",content:()=>o(Yi,{state:n,namespace:e,chosen:Ve.value.object})}]})})]})]})}function Jl(e,t){
if(t!==void 0)return{color:"bad",word:"Not shown"};if(e===void 0)return{color:"unknown",word:""};let{result:n,state:r}=e.
verdict;return n==="Problem"?{color:"bad",word:it(r)}:n==="Unknown"?{color:"unknown",word:it(r)}:{color:"good",word:""}}
function Ql({namespace:e,name:t,service:n,state:r}){let i=A(r,"document");return o("header",{class:"service-head",children:[
o("div",{class:"service-title",children:[o("p",{class:"crumbs",children:[o("a",{href:"/services",children:"Services"}),"\
 / ",o("a",{href:`/services?namespace=${encodeURIComponent(e)}`,children:o(f,{value:e})})]}),o("h1",{children:o(f,{value:t})})]}),
o("div",{class:"service-actions",children:[o(be,{text:Co(e,t),label:"Copy command",title:Co(e,t)}),i!==void 0&&o(be,{text:Ki(
e,t,i),label:"Copy as Markdown"})]}),n!==void 0&&o(ec,{service:n,document:i})]})}function ec({service:e,document:t}){let n=t?.
blocks.find(r=>r.kind==="headline");return o("div",{class:"service-facts",children:[o("div",{class:"service-verdict",children:[
o(Ht,{state:e.verdict.state}),o("p",{class:"service-health",children:o(f,{value:n?.text??(e.inMesh?"In the mesh":"Not in\
 a mesh")})})]}),o("dl",{class:"facts",children:[o(wt,{term:"Type",values:[e.headless?`${e.type}, headless`:e.type]}),o(
wt,{term:"Mesh",values:[e.mesh]}),o(wt,{term:"Cluster IPs",values:e.clusterIPs}),o(wt,{term:"Ports",values:e.ports}),o(wt,
{term:"Addresses",values:e.addresses}),o("div",{children:[o("dt",{children:"Created"}),o("dd",{children:o(le,{time:e.created})})]})]})]})}
function wt({term:e,values:t}){let n=t.filter(r=>r!=="");return n.length===0?null:o("div",{children:[o("dt",{children:e}),
o("dd",{children:n.map(r=>o("span",{class:"value",children:o(f,{value:r})},r))})]})}function To(e,t,n){let r=P(e.peek()),i=O(void 0),s=O(-1/0);return Lt(()=>{!n(e.value)||i.current!==void 0||(i.current=window.
setTimeout(()=>{i.current=void 0,s.current=performance.now(),r.value=e.peek()},Math.max(0,s.current+t-performance.now())))}),
N(()=>()=>window.clearTimeout(i.current),[]),r}var nc=new Map([["-","in none"]]),oc=new Map([["*","all delegated"],["HandingOver","Handing over"]]),rc=new Map([["*","a\
ny finding"]]),ic=new Map;function Ji({filters:e,counts:t,change:n,clear:r,open:i}){let s=e.q!==""||Se.some(a=>e[a]!=="");
return o("div",{id:"filters",class:`filters ${i?"open":""}`,role:"group","aria-label":"Filters",children:[o("div",{class:"\
chips",role:"group","aria-label":"State",children:[o(Xi,{label:"Problem",count:t.problem.get("true")??0,on:e.problem==="\
true",toggle:a=>n({problem:a?"true":""})}),ct.map(a=>o(Xi,{state:a,label:it(a),count:t.state.get(a)??0,on:e.state===a,toggle:l=>n(
{state:l?a:""})},a))]}),o("div",{class:"choices",children:[o(bn,{label:"Mesh",facet:"mesh",filters:e,counts:t,change:n,words:nc}),
o(bn,{label:"Namespace",facet:"namespace",filters:e,counts:t,change:n}),o(bn,{label:"Delegated",facet:"delegated",filters:e,
counts:t,change:n,words:oc}),o(bn,{label:"Finding",facet:"finding",filters:e,counts:t,change:n,words:rc}),o("button",{type:"\
button",class:"button small",onClick:r,disabled:!s,children:"Clear"})]})]})}function Xi({label:e,count:t,on:n,toggle:r,state:i}){
return o("button",{type:"button",class:`chip ${t===0?"empty":""}`,"aria-pressed":n,onClick:()=>r(!n),children:[i!==void 0&&
o(E,{...sc(i)}),e," ",o("span",{class:"chip-count",children:x(t)})]})}function sc(e){let{shape:t,color:n}=_e(e);return{shape:t,
color:n}}function bn({label:e,facet:t,filters:n,counts:r,change:i,words:s=ic}){let a=n[t],l=s.get("*");return o("label",
{class:"choice",children:[o("span",{children:e}),o("select",{value:a,class:a===""?"":"chosen",onChange:c=>i({[t]:c.currentTarget.
value}),children:[o("option",{value:"",children:"all"}),l!==void 0&&o("option",{value:"*",children:l}),zr(r[t],a,s).map(
({value:c,label:d,count:u})=>o("option",{value:c,children:`${k(d)} (${x(u)})`},c))]})]})}var ac=2,lc=8,cc=150,dc=5e3,xn=class{constructor(t=pc){this.ask=t}ask;found=F({});words=[];timer;abort;get answer(){return this.
found}look(t){this.words=t.filter(n=>n.length>=ac).slice(0,lc),this.schedule(cc)}end(){window.clearTimeout(this.timer),this.
abort?.abort()}schedule(t){if(this.end(),this.words.length===0){this.found.value={};return}this.timer=window.setTimeout(
()=>{this.read()},t)}async read(){let t=new AbortController;this.abort=t;try{let n=await this.ask(this.words,t.signal);if(t.
signal.aborted)return;JSON.stringify(n)!==JSON.stringify(this.found.peek())&&(this.found.value=n)}catch{}t.signal.aborted||
this.schedule(dc)}};async function pc(e,t){let n=new URLSearchParams(e.map(i=>["word",i])),r=await ze(`/api/search?${n.toString()}`,
t);return r.ok?await r.json():{}}function Qi(e,t){return[...new Set(Object.values(e).flatMap(n=>Object.hasOwn(n.services,
t)?[n.services[t]??""]:[]))]}function es(e,t,n){return Object.hasOwn(e,n)&&Object.hasOwn(e[n]?.services??{},t)}function ts(e){
return Object.values(e).some(t=>t.cut)}var ns=()=>!1,yn=class{byKey=new Map;sorted=[];query(t,n,r=ns){this.take(t),this.sorted.sort(mc(n.sort));let i=lt(n.q),s=rs(
n),a=this.sorted.length;return i.length===0&&s.length===0?{rows:this.sorted.slice(),total:a}:{rows:this.sorted.filter(c=>os(
c,i,r)&&s.every(d=>ro(c.row,d,n[d]))),total:a}}counts(t,n,r=ns){this.take(t);let i=lt(n.q),s=rs(n),a=fc();for(let l of this.
sorted){if(!os(l,i,r))continue;let{row:c}=l;uc(a,c,s.filter(d=>!ro(c,d,n[d])))}return a}take(t){let n=!1;for(let[r,i]of t){
let s=i,a=this.byKey.get(r);if(a===void 0){let l={key:r,row:s,text:io(s)};this.byKey.set(r,l),this.sorted.push(l),n=!0}else
a.row!==s&&(a.row=s,a.text=io(s))}if(!(!n&&this.sorted.length===t.size)){this.sorted=this.sorted.filter(r=>t.has(r.key));
for(let r of this.byKey.keys())t.has(r)||this.byKey.delete(r)}}};function os({key:e,text:t},n,r){return n.every(i=>t.includes(
i)||r(e,i))}function uc(e,t,n){if(!(n.length>1))for(let r of n.length===1?n:Se)for(let i of oo(t,r))e[r].set(i,(e[r].get(
i)??0)+1)}function rs(e){return Se.filter(t=>e[t]!=="")}function fc(){return{state:new Map,mesh:new Map,namespace:new Map,
delegated:new Map,finding:new Map,problem:new Map}}function mc({column:e,descending:t}){let n=t?-1:1;return(r,i)=>n*hc(r.
row,i.row,e)||Ge(r.row.namespace,i.row.namespace)||Ge(r.row.name,i.row.name)}function hc(e,t,n){switch(n){case"namespace":
return Ge(e.namespace,t.namespace)||Ge(e.name,t.name);case"name":return Ge(e.name,t.name);case"mesh":return Ge(e.mesh,t.
mesh);case"state":return+(t.result==="Problem")-+(e.result==="Problem")||so(e.state)-so(t.state);case"endpoints":return e.
online+e.offline-t.online-t.offline}}function Ge(e,t){return e<t?-1:e>t?1:0}var gc={Effective:{word:"Effective",color:"good"},Ineffective:{word:"Ineffective",color:"bad"},HandingOver:{word:"Handin\
g over",color:"caution"}},wn=class extends oe{flashes=0;shouldComponentUpdate(t){let{props:n}=this,r=t.changedAt>0&&t.changedAt!==
n.changedAt;return r&&this.flashes++,r||t.row!==n.row||t.top!==n.top||t.active!==n.active||t.places!==n.places}render({row:t,
index:n,top:r,active:i,changedAt:s,places:a}){let l=s===0?"":`flash-${this.flashes%2}`;return o("div",{role:"row",id:`ro\
w-${n}`,"aria-rowindex":n+2,"aria-selected":i,class:`row ${l}`,title:k(t.summary),style:{transform:`translateY(${r}px)`},
onClick:this.onClick,children:[o("div",{role:"gridcell",class:"cell cell-state",children:o(Ht,{state:t.state})}),o("div",
{role:"gridcell",class:"cell cell-name",children:o("a",{href:X(t.namespace,t.name),tabIndex:-1,children:o(ve,{value:t.name})})}),
o("div",{role:"gridcell",class:"cell cell-namespace",children:o(ve,{value:t.namespace})}),o("div",{role:"gridcell",class:"\
cell cell-mesh",children:t.mesh===""?o("span",{class:"quiet",children:"\u2013"}):o(ve,{value:t.mesh})}),o("div",{role:"g\
ridcell",class:"cell cell-endpoints",children:o(vc,{row:t})}),o("div",{role:"gridcell",class:"cell cell-delegated",children:o(
bc,{delegated:t.delegated})}),o("div",{role:"gridcell",class:"cell cell-findings",children:[a!==""&&o("span",{class:"tag\
 accent",title:k(a),children:o(f,{value:a})}),t.findings.map(c=>o("span",{class:"tag",title:k(c),children:o(f,{value:c})},
c))]})]})}onClick=t=>{!(t.button===0&&!t.metaKey&&!t.ctrlKey&&!t.shiftKey)||window.getSelection()?.type==="Range"||(t.preventDefault(),
this.props.open(this.props.row))}};function vc({row:e}){return e.online+e.offline===0?o("span",{class:"quiet",children:e.
mesh===""?"\u2013":"0"}):o("span",{class:"endpoints",children:[o(ce,{label:"Endpoints",shares:[{value:e.online,color:"go\
od",word:"online"},{value:e.offline,color:"bad",word:"offline"}]}),o("span",{class:"endpoint-numbers","aria-hidden":!0,children:[
x(e.online),o("span",{class:"quiet",children:[" / ",x(e.online+e.offline)]})]})]})}function bc({delegated:e}){if(e==="")
return null;let t=gc[e];return o("span",{class:`badge ${t?.color??"neutral"}`,children:t?.word??e})}function is(e,t,n,r,i=10){let s=Math.floor(e/n)-i,a=Math.ceil((e+t)/n)+i;return{first:Math.max(0,Math.min(s,r)),last:Math.
max(0,Math.min(a,r))}}function ss(e,t,n,r){let i=e*r;return i<t?i:i+r>t+n?i+r-n:t}function as(e,t,n,r){let i=n-1,s=a=>Math.
max(0,Math.min(i,a));switch(e){case"ArrowDown":return s(t+1);case"ArrowUp":return s(t-1);case"PageDown":return s(t+r);case"\
PageUp":return s(t-r);case"Home":return 0;case"End":return i;default:return}}var xc=[{label:"State",column:"state"},{label:"Name",column:"name"},{label:"Namespace",column:"namespace"},{label:"Mesh",
column:"mesh"},{label:"Endpoints",column:"endpoints"},{label:"Delegated"},{label:"Findings"}],ls=32,cs=68,ds=window.matchMedia(
"(max-width: 720px)"),_n={address:"",scrollTop:0,active:""};function us({rows:e,changed:t,sort:n,onSort:r,onEscape:i,grid:s,
placesOf:a}){let{active:l,scrollTop:c,size:d}=yc(s),{height:u,rowHeight:m}=d.value,p=fe(()=>Math.floor(c.value/d.value.rowHeight)).
value,h=O(0),g=_c(e,l.value,h.current);h.current=g;let w=T=>{l.value=e[T]?.key??"";let U=s.current;U!==null&&(U.scrollTop=
ss(T,U.scrollTop,u-m,m))},_=T=>{if(T.altKey||T.ctrlKey||T.metaKey)return;let U=as(T.key,l.value===""?-1:g,e.length,Math.
floor(u/m)-2),V=e[g]?.row;if(U!==void 0)w(U);else if(T.key==="Enter"&&T.target===T.currentTarget&&V!==void 0)ps(V);else if(T.
key==="Escape")i();else return;T.preventDefault()},{first:S,last:M}=is(p*m,u,m,e.length),B=performance.now();return o("d\
iv",{class:"grid",role:"grid","aria-label":"Services","aria-rowcount":e.length+1,tabIndex:0,ref:s,"data-testid":"service\
s-grid","aria-activedescendant":g>=S&&g<M?`row-${g}`:void 0,onKeyDown:_,onScroll:T=>{c.value=T.currentTarget.scrollTop},
onFocus:()=>{l.value===""&&(l.value=e[p]?.key??"")},children:[o(Sc,{sort:n,onSort:r}),o("div",{role:"rowgroup",class:"gr\
id-body",style:{height:`${e.length*m}px`},children:e.slice(S,M).map(({key:T,row:U},V)=>o(wn,{row:U,index:S+V,top:(S+V)*m,
active:T===l.value,open:ps,changedAt:kc(t.get(T),B),places:a(T).join(", ")},T))})]})}function ps(e){j(X(e.namespace,e.name))}
function yc(e){let t=_n.address===he.peek(),n=P(t?_n.active:""),r=P(t?_n.scrollTop:0),i=P({height:600,rowHeight:ds.matches?
cs:ls}),s=wc(he.value,e);return Xe(()=>{let a=e.current;if(a===null)return;let l=()=>{i.value={height:a.clientHeight,rowHeight:ds.
matches?cs:ls}},c=new ResizeObserver(l);return c.observe(a),a.scrollTop=r.peek(),()=>{c.disconnect(),_n={address:s.current,
scrollTop:r.peek(),active:n.peek()}}},[]),{active:n,scrollTop:r,size:i}}function wc(e,t){let n=O(e);return Xe(()=>{n.current!==
e&&t.current!==null&&(t.current.scrollTop=0),n.current=e},[e]),n}function _c(e,t,n){return t===""?0:e[n]?.key===t?n:Math.
max(0,e.findIndex(r=>r.key===t))}function kc(e,t){return e!==void 0&&t-e<1500?e:0}function Sc({sort:e,onSort:t}){return o(
"div",{role:"rowgroup",class:"grid-head",children:o("div",{role:"row","aria-rowindex":1,class:"row",children:xc.map(({label:n,
column:r})=>o("div",{role:"columnheader",class:`cell cell-${n.toLowerCase()}`,"aria-sort":r===e.column?e.descending?"des\
cending":"ascending":void 0,children:r===void 0?n:o("button",{type:"button",onClick:()=>t({column:r,descending:r===e.column&&
!e.descending}),children:[n,o("span",{class:"sort-sign","aria-hidden":!0,children:r!==e.column?"":e.descending?"\u2193":
"\u2191"})]})},n))})})}var Mc={state:["Worst first","Best first"],name:["Name, A to Z","Name, Z to A"],namespace:["Namespace, A to Z","Namespac\
e, Z to A"],mesh:["Mesh, A to Z","Mesh, Z to A"],endpoints:["Fewest endpoints","Most endpoints"]};function ms({sort:e,onSort:t}){
return o("label",{class:"choice sort-control",children:[o("span",{class:"unseen",children:"Sort"}),o("select",{value:fs(
e),onChange:n=>t(Cc(n.currentTarget.value)),children:no.flatMap(n=>Mc[n].map((r,i)=>o("option",{value:fs({column:n,descending:i===
1}),children:r},r)))})]})}function fs({column:e,descending:t}){return t?`-${e}`:e}function Cc(e){let t=e.startsWith("-");
return{descending:t,column:t?e.slice(1):e}}var $c=100,Tc=400;function Pc(){let e=To(ae("services"),$c,c=>c.loaded),t=Z(()=>new yn,[]),n=fe(()=>Lr(he.value)),r=Z(()=>new xn,
[]),i=fe(()=>{let c=r.answer.value;return(d,u)=>es(c,d,u)}),s=fe(()=>t.query(e.value.entries,n.value,i.value)),a=To(e,Tc,
c=>c.loaded),l=fe(()=>t.counts(a.value.entries,n.value,i.value));return N(()=>r.look(lt(n.value.q)),[n.value.q]),N(()=>()=>r.
end(),[]),{topic:e,filters:n,result:s,counts:l,answer:r.answer}}function hs(){let{topic:e,filters:t,result:n,counts:r,answer:i}=Pc();
Ue(to(e.value.loaded?r.value.problem.get("true")??0:void 0));let s=O(null),a=P(!1),l=m=>{j(`/services${Ir({...t.value,...m})}`,
"replace")},c=()=>j("/services","replace"),{rows:d,total:u}=n.value;return o("div",{class:"services",children:[o("div",{
class:"services-head",children:[o("h1",{children:"Services"}),o("p",{class:"services-count","data-testid":"count",children:e.
value.loaded&&(d.length===u?$(u,"Service"):`${x(d.length)} of ${$(u,"Service")}`)}),o(Ec,{text:t.value.q,change:l,clear:c,
leave:()=>s.current?.focus()}),o(Nc,{filters:t.value,open:a}),o(ms,{sort:t.value.sort,onSort:m=>l({sort:m})})]}),ts(i.value)&&
o("p",{class:"quiet",children:"More than 1,000 Services have one of these words. Type more to see all that match."}),o(Ji,
{filters:t.value,counts:r.value,change:l,clear:c,open:a.value}),!e.value.loaded&&o(K,{label:"Services",lines:12}),e.value.
loaded&&d.length===0&&o(Ac,{total:u,clear:c}),e.value.loaded&&d.length>0&&o(us,{rows:d,changed:e.value.changed,sort:t.value.
sort,onSort:m=>l({sort:m}),onEscape:c,grid:s,placesOf:m=>Qi(i.value,m)})]})}function Ec({text:e,change:t,clear:n,leave:r}){
let i=O(null);return N(()=>{rt.peek()&&i.current?.focus(),rt.value=!1},[]),o("label",{class:"search",children:[o("span",
{class:"unseen",children:"Search Services"}),o("input",{ref:i,type:"search",placeholder:"Search names, labels, addresses\
, Nodes",id:Ie,value:e,spellcheck:!1,autocomplete:"off",onInput:a=>t({q:a.currentTarget.value}),onKeyDown:a=>{if(a.key===
"Escape")n();else if(a.key==="ArrowDown"||a.key==="Enter")r();else return;a.preventDefault()}}),o("kbd",{"aria-hidden":!0,
children:"/"})]})}function Nc({filters:e,open:t}){let n=Se.filter(r=>e[r]!=="").length;return o("button",{type:"button",
class:"button filters-toggle","aria-expanded":t.value,"aria-controls":"filters",onClick:()=>{t.value=!t.value},children:[
"Filters",n>0?` (${n})`:""]})}function Ac({total:e,clear:t}){return e===0?o(L,{title:"There are no Services",children:"O\
r none that you are allowed to read."}):o("div",{class:"nothing",children:[o("p",{class:"nothing-title",children:"No Ser\
vice matches"}),o("button",{type:"button",class:"button",onClick:t,children:"Clear search and filters"})]})}function gs({cluster:e}){return o("div",{class:"banners",role:"status","aria-label":"Notices",children:Rc(e)})}function Rc(e){
let{phase:t,reconnected:n}=G,r=new Date(G.heard.value).toISOString();if(t.value==="ended")return o(_t,{kind:"bad",title:"\
kubectl meshwork ui has ended",children:["Start ",o("code",{children:"kubectl meshwork ui"})," again and open the addres\
s that it prints. What you see is the picture of ",o(kn,{time:r}),"."]});if(t.value==="interrupted")return o(_t,{kind:"c\
aution",title:"The connection was interrupted",children:["Connecting again. What you see is the picture of ",o(kn,{time:r}),
"."]});if(t.value==="silent")return o(_t,{kind:"bad",title:"kubectl meshwork ui does not answer",children:["since ",o(kn,
{time:r}),". It may be suspended or overloaded. What you see is the last picture."]});let i=A(e,"connection");return t.value===
"open"&&i?.connected===!1?o(_t,{kind:"caution",title:"The API server cannot be reached",children:["since ",o(kn,{time:i.
since}),": ",o(f,{value:i.message}),". What you see is the last picture."]}):n.value?o(_t,{kind:"good",title:"Connected \
again"}):null}function kn({time:e}){return o(b,{children:[we(e)," (",o(le,{time:e}),")"]})}function _t({kind:e,title:t,children:n}){
return o("div",{class:`banner ${e}`,children:[o(E,{shape:e==="good"?"check":e==="bad"?"cross":"warning",color:e}),o("p",
{children:[o("strong",{children:t})," ",n]})]})}function vs({cluster:e}){let t=A(e,"gaps")??[];return t.length===0?null:o("section",{class:"gaps","aria-label":"What cou\
ld not be read",children:o("details",{children:[o("summary",{children:[o(E,{shape:"question",color:"caution"}),o("span",
{children:[$(t.length,"kind of object","kinds of objects")," could not be read. The rest is shown."]})]}),o("ul",{children:t.
map(n=>o("li",{children:[o("strong",{children:o(f,{value:n.kind})}),o("span",{class:"tag",children:n.forbidden?"not allo\
wed":"not available"}),o("span",{children:o(f,{value:n.message})})]},n.kind))})]})})}var Oc=[{href:"/",label:"Overview",pages:["overview"]},{href:"/services",label:"Services",pages:["services","service"]},
{href:"/addresses",label:"Addresses",pages:["addresses"]}];function bs({cluster:e}){let t=A(e,"info");return o("header",
{class:"top",children:[o("a",{class:"brand",href:"/","aria-label":"Meshwork, overview",children:[o("img",{src:"/icon.svg",
alt:"",width:"24",height:"24"}),o("span",{children:"Meshwork"})]}),o("nav",{"aria-label":"Pages",children:Oc.map(n=>o("a",
{href:n.href,"aria-current":n.pages.includes(ye.value.page)?"page":void 0,children:n.label},n.href))}),o("div",{class:"t\
op-facts",children:[t!==void 0&&o(Dc,{info:t}),o(Fc,{cluster:A(e,"connection")}),o(zc,{})]})]})}function Dc({info:e}){return o(
"div",{class:"cluster-facts",title:`${e.server} \xB7 Kubernetes ${e.version} \xB7 kubectl meshwork ${e.pluginVersion}`,children:[
o("span",{class:"fact",children:[o("span",{class:"fact-label",children:"Context"})," ",o(ve,{value:e.context})]}),e.scope!==
""&&o("span",{class:"fact scope",children:[o("span",{class:"fact-label",children:"Namespace"})," ",o(ve,{value:e.scope}),
o("span",{class:"fact-label",children:"only"})]})]})}function Fc({cluster:e}){let{color:t,word:n,since:r}=Lc(e);return o(
"div",{class:`connection ${t}`,role:"status","aria-label":"Connection","data-testid":"connection",children:[o("svg",{viewBox:"\
0 0 10 10",width:"10",height:"10","aria-hidden":!0,children:t==="good"?o("circle",{cx:"5",cy:"5",r:"4.5"}):o("rect",{x:"\
1",y:"1",width:"8",height:"8"})}),o("span",{class:"connection-word",children:[n,r!==void 0&&o("span",{"aria-hidden":!0,children:[
" for ",jn(me.value-r)]})]})]})}function Lc(e){switch(G.phase.value){case"connecting":return{color:"neutral",word:"Conne\
cting"};case"silent":return{color:"bad",word:"Silent",since:G.heard.value};case"ended":case"interrupted":case"refused":return{
color:"bad",word:"Disconnected"};case"open":return e?.connected!==!1?{color:"good",word:"Live"}:{color:"caution",word:"A\
PI server silent",since:Date.parse(e.since)}}}var Ic={system:"M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12",light:"M8 5a3 3 0\
 1 0 0 6a3 3 0 1 0 0-6M8 1v2M8 13v2M1 8h2M13 8h2M3 3l1.4 1.4M11.6 11.6L13 13M3 13l1.4-1.4M11.6 4.4L13 3",dark:"M13.5 9.8\
A6 6 0 0 1 6.2 2.5a6 6 0 1 0 7.3 7.3z"};function zc(){return o("button",{type:"button",class:"button icon-only",onClick:vr,
"aria-label":`Theme: ${ge.value}`,title:`Theme: ${ge.value}`,children:o("svg",{class:`icon theme-${ge.value}`,viewBox:"0\
 0 16 16",width:"16",height:"16","aria-hidden":!0,children:o("path",{d:Ic[ge.value]})})})}var Bc=[[["/","Ctrl K"],"search Services, from every page"],[["\u2191","\u2193","\u2190","\u2192"],"move in the list, in\
 the drawing, and in the map of a range"],[["Enter"],"open a Service, or keep a node of the drawing chosen"],[["Esc"],"c\
lear the search, or choose nothing"],[["?"],"show the keys"]];function xs(){let e=O(null);return N(()=>{let t=n=>{let r=n.
key.toLowerCase()==="k"&&(n.ctrlKey||n.metaKey)&&!n.altKey&&!n.shiftKey,i=!n.ctrlKey&&!n.metaKey&&!n.altKey&&!Uc(n);if(r||
i&&n.key==="/")Hc();else if(i&&n.key==="?")e.current?.showModal();else return;n.preventDefault()};return document.addEventListener(
"keydown",t),()=>document.removeEventListener("keydown",t)},[]),o("dialog",{ref:e,class:"keys","aria-label":"Keys",onClick:t=>{
t.target===e.current&&e.current?.close()},children:[o("h2",{children:"Keys"}),o("dl",{children:Bc.map(([t,n])=>o("div",{
children:[o("dt",{children:t.map(r=>o("kbd",{children:r},r))}),o("dd",{children:n})]},n))}),o("button",{type:"button",class:"\
button",onClick:()=>e.current?.close(),children:"Close"})]})}function Uc(e){return e.target instanceof HTMLElement&&e.target.
closest("input, select, textarea")!==null}function Hc(){document.querySelector("dialog[open]")?.close();let e=document.getElementById(
Ie);if(e instanceof HTMLInputElement){e.focus(),e.select();return}rt.value=!0,j("/services")}function ys(e,t){let{color:n,word:r}=Gt.value,i=t?"No connection":r;N(()=>{document.title=i===""?e:`${i} \xB7 ${e}`},[i,
e]);let s=t?"/icon-stale.svg":n==="bad"?"/icon-bad.svg":"/icon.svg";N(()=>{document.querySelector("link[rel=icon]")?.setAttribute(
"href",s)},[s])}function ws(){return o("main",{id:"main",class:"message-page",children:[o("img",{src:"/icon.svg",alt:"",width:"48",height:"\
48"}),o("h1",{children:"Open the address that kubectl meshwork ui printed"}),o("p",{children:"The address ends with a to\
ken, so that nobody else on this machine can read your cluster with your permissions. Each start of the command has a ne\
w one."}),o("p",{children:"If you do not have the address any more, stop the command and start it again:"}),o(Te,{text:"\
kubectl meshwork ui"})]})}function _s(){let e=ae("cluster"),t=O(null),n=qc(e.value),r=A(e.value,"info")?.kubectlFlags??"";return N(()=>{jt.value=r},
[r]),ys(Kc(ye.value),n),N(()=>{ot.value!==0&&(window.scrollTo(0,0),document.activeElement?.id!==Ie&&t.current?.focus({preventScroll:!0}))},
[ot.value]),G.phase.value==="refused"?o(ws,{}):o(b,{children:[o("a",{class:"skip",href:"#main",children:"Skip to content"}),
o(xs,{}),o(bs,{cluster:e.value}),o(gs,{cluster:e.value}),o(vs,{cluster:e.value}),o("main",{id:"main",ref:t,tabIndex:-1,class:n?
"stale":"","data-page":ye.value.page,children:o(Wc,{route:ye.value})})]})}function qc(e){let t=G.phase.value;return t===
"ended"||t==="interrupted"||t==="silent"?!0:e.entries.get("connection")?.connected===!1}function Wc({route:e}){switch(e.
page){case"overview":return o(Ur,{});case"services":return o(hs,{});case"service":return o(Zi,{namespace:e.namespace,name:e.
name},`${e.namespace}/${e.name}`);case"addresses":return o(Tr,{});case"unknown":return o("div",{class:"message-page",children:[
o("h1",{children:"There is no such page"}),o("p",{children:o("a",{href:"/",children:"Go to the overview"})})]})}}function Kc(e){
switch(e.page){case"overview":return"Overview \xB7 Meshwork";case"services":return"Services \xB7 Meshwork";case"service":
return`${e.namespace}/${e.name} \xB7 Meshwork`;case"addresses":return"Addresses \xB7 Meshwork";case"unknown":return"Not \
found \xB7 Meshwork"}}br();Wn();pr();cr();ur(()=>G.open());G.open();var ks=document.getElementById("app");ks!==null&&Wo(o(_s,{}),ks);
